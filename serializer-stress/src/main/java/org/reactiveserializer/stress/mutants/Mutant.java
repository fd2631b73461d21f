package org.reactiveserializer.stress.mutants;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A source file of the library with a defect: a copy is patched and compiled against the library's other
 * classes. A process whose class path begins with the folder of the result runs the library with the
 * defect.
 *
 * @param name what is wrong with it
 * @param source the file, from the root of the repository
 * @param edits what is replaced by what
 * @param races the tests of jcstress that must catch it: the names of a class and of one nested in it
 * @param tests the plays of Lincheck and the soaks that must catch it
 */
public record Mutant(
    String name, String source, List<Edit> edits, List<String> races, List<String> tests) {
  private static final Path REPOSITORY = Path.of("..");
  private static final String BIAS = "Bias.java";

  private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

  // One for all: it reads the class path once.
  private static final StandardJavaFileManager FILES =
      COMPILER.getStandardFileManager(null, null, null);

  /**
   * One replacement.
   *
   * @param original what is in the source exactly once
   * @param replaced what is there instead
   */
  public record Edit(String original, String replaced) {}

  /** Creates one without a defect. */
  static Mutant of(String name, String source) {
    return new Mutant(name, source, List.of(), List.of(), List.of());
  }

  /** Returns one in whose source {@code original} is replaced. */
  Mutant replacing(String original, String replaced) {
    return new Mutant(
        name, source, and(edits, List.of(new Edit(original, replaced))), races, tests);
  }

  /** Returns one in whose source {@code original} is missing. */
  Mutant without(String original) {
    return replacing(original, "");
  }

  /** Returns one with another name. */
  Mutant named(String other) {
    return new Mutant(other, source, edits, races, tests);
  }

  /** Returns one that these tests of jcstress must catch. */
  Mutant races(String... names) {
    return new Mutant(name, source, edits, and(races, List.of(names)), tests);
  }

  /** Returns one that these plays and soaks must catch. */
  Mutant tests(String... names) {
    return new Mutant(name, source, edits, races, and(tests, List.of(names)));
  }

  private static <T> List<T> and(List<T> some, List<T> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }

  /** Returns the options of a virtual machine that reaches the defect. */
  public List<String> options() {
    // A barrier must be there, or nothing is biased; what executes it is part of the mutant.
    return source.endsWith(BIAS)
        ? List.of(
            "-Dorg.reactiveserializer.bias=safepoint", "-Dorg.reactiveserializer.bias.patience=0")
        : List.of("-Dorg.reactiveserializer.bias=off");
  }

  /** Returns the source with the defect. */
  public String patched() throws IOException {
    String text = Files.readString(REPOSITORY.resolve(source));
    for (Edit edit : edits) {
      int at = text.indexOf(edit.original);
      if (at < 0 || text.indexOf(edit.original, at + 1) >= 0) {
        throw new IllegalStateException(
            "the mutant \"%s\" finds this %s in %s; adapt it to the source:%n%s"
                .formatted(name, at < 0 ? "nowhere" : "more than once", source, edit.original));
      }
      text = text.replace(edit.original, edit.replaced);
    }
    return text;
  }

  /** Compiles the source with the defect into {@code folder}, a new one, and returns that. */
  public Path compileInto(Path folder) throws IOException {
    String path = source.substring(source.indexOf("/org/") + 1);
    Path file = folder.resolve("source").resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, patched());
    Path classes = Files.createDirectories(folder.resolve("classes"));
    StringWriter words = new StringWriter();
    List<String> options =
        List.of(
            "-proc:none",
            "-nowarn",
            "-implicit:none",
            "-d",
            classes.toString(),
            "-cp",
            System.getProperty("java.class.path"));
    boolean done =
        COMPILER.getTask(words, FILES, null, options, null, FILES.getJavaFileObjects(file)).call();
    if (!done) {
      throw new IllegalStateException(
          "the mutant \"%s\" of %s does not compile: %s".formatted(name, source, words));
    }
    return classes;
  }

  @Override
  public String toString() {
    return name;
  }
}
