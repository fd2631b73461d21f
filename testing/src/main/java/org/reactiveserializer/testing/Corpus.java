package org.reactiveserializer.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The inputs that a fuzzer begins with: the files in {@code src/fuzz}, in a folder with its name. */
public final class Corpus {
  private final Path folder;

  /** What a fuzzer does with an input. */
  public interface Fuzzer {
    /** Throws if something is wrong. */
    void run(byte[] input) throws Exception;
  }

  private Corpus(Path folder) {
    this.folder = folder;
  }

  /** Returns the corpus of a fuzzer of the module whose tests run. */
  public static Corpus of(Class<?> fuzzer) {
    return new Corpus(Path.of("src", "fuzz", fuzzer.getSimpleName()));
  }

  /** Throws if the fuzzer notices that something is wrong with an input, and names that. */
  public void check(Fuzzer fuzzer) {
    for (Path file : files()) {
      try {
        fuzzer.run(Files.readAllBytes(file));
      } catch (Throwable noticed) {
        throw new AssertionError("the input " + file, noticed);
      }
    }
  }

  /** Returns for how many of the inputs the fuzzer notices that something is wrong. */
  public int fails(Fuzzer fuzzer) {
    int failed = 0;
    for (Path file : files()) {
      try {
        fuzzer.run(Files.readAllBytes(file));
      } catch (Throwable noticed) {
        failed++;
      }
    }
    return failed;
  }

  private List<Path> files() {
    try (Stream<Path> all = Files.list(folder)) {
      List<Path> files = all.sorted().toList();
      if (files.isEmpty()) {
        throw new AssertionError("no input in " + folder);
      }
      return files;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
