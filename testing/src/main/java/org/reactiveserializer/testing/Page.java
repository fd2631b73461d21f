package org.reactiveserializer.testing;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** The Java examples of a page of the documentation: finds and compiles them. */
public final class Page {
  private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  private Page() {}

  /** Returns the examples of a page, given its path from the root of the project. */
  public static List<String> examples(String page) throws IOException {
    String text = Files.readString(Path.of("..", page));
    return BLOCK.matcher(text).results().map(match -> match.group(1)).toList();
  }

  /**
   * Compiles codes, each as a class with the name {@code Example} and its number, and returns the complaints.
   *
   * @param around what surrounds a code: {@code %1$s} is the name of the class, {@code %2$s} the code
   */
  public static String complaints(String around, List<String> codes, Path directory) {
    return complaints(
        IntStream.range(0, codes.size())
            .mapToObj(i -> new Source("Example" + i, around.formatted("Example" + i, codes.get(i))))
            .toList(),
        directory);
  }

  /** Compiles a program, and returns the complaints. */
  public static String complaints(String name, String program, Path directory) {
    return complaints(List.of(new Source(name, program)), directory);
  }

  private static String complaints(List<Source> sources, Path directory) {
    StringWriter complaints = new StringWriter();
    List<String> options =
        List.of(
            "-Xlint:all,-processing,-try",
            "-proc:none",
            "-d",
            directory.toString(),
            "-cp",
            System.getProperty("java.class.path"));
    ToolProvider.getSystemJavaCompiler()
        .getTask(complaints, null, null, options, null, sources)
        .call();
    return complaints.toString();
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String code;

    Source(String name, String code) {
      super(URI.create("string:///" + name + ".java"), Kind.SOURCE);
      this.code = code;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return code;
    }
  }
}
