package org.reactiveserializer.io.ring;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The entry of a coverage-guided fuzzer, which {@code mvn -Pstress verify} runs for an hour: the input
 * decides what is in the header and the data of a ring's file. Its first byte chooses the kind, and whether the
 * file is too short; the others replace the fields of a good file, in the order of {@link #REGIONS}, as far as they go. What is left over
 * makes the file longer.
 */
public final class RingFuzzer {
  /** Where what may change lies: offset and length. */
  private static final int[][] REGIONS = {
    {0, 48},
    {128, 8},
    {256, 8},
    {384, 40},
    {512, 40},
    {HostileFile.HEADER, HostileFile.CAPACITY + 8},
  };

  private static final int SHORTER = 9;

  private static final Path FILE;
  private static final byte[] INTS;
  private static final byte[] MESSAGES;

  static {
    try {
      Path directory = Files.createTempDirectory("fuzz");
      FILE = directory.resolve("ring");
      FILE.toFile().deleteOnExit();
      directory.toFile().deleteOnExit();
      INTS = HostileFile.goodInts(FILE);
      MESSAGES = HostileFile.goodMessages(FILE);
    } catch (IOException failed) {
      throw new ExceptionInInitializerError(failed);
    }
  }

  private RingFuzzer() {}

  /** Called by the fuzzer with each input. */
  public static void fuzzerTestOneInput(byte[] input) throws IOException {
    boolean ints = input.length == 0 || input[0] % 2 == 0;
    byte[] bytes = apply(input, ints ? INTS : MESSAGES);
    HostileFile.isAccepted(
        FILE,
        bytes,
        () -> ints ? HostileFile.useInts(FILE, bytes) : HostileFile.useMessages(FILE, bytes));
  }

  private static byte[] apply(byte[] input, byte[] good) {
    byte[] bytes = good.clone();
    int at = 1;
    for (int[] region : REGIONS) {
      int n = Math.max(0, Math.min(region[1], input.length - at));
      System.arraycopy(input, Math.min(at, input.length), bytes, region[0], n);
      at += n;
    }
    int cut = input.length > 0 && (input[0] & 2) != 0 ? SHORTER : 0;
    return Arrays.copyOf(bytes, bytes.length + Math.max(0, input.length - at) - cut);
  }

  /** Writes the corpus: the two good files as inputs, into the directory that is named. */
  public static void main(String[] arguments) throws IOException {
    Path corpus = Files.createDirectories(Path.of(arguments[0]));
    Files.write(corpus.resolve("ints"), encode(0, INTS));
    Files.write(corpus.resolve("messages"), encode(1, MESSAGES));
  }

  private static byte[] encode(int kind, byte[] file) {
    ByteArrayOutputStream input = new ByteArrayOutputStream();
    input.write(kind);
    for (int[] region : REGIONS) {
      input.write(file, region[0], region[1]);
    }
    return input.toByteArray();
  }
}
