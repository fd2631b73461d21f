package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactiveserializer.support.Example;
import org.reactiveserializer.testing.Page;

/**
 * The Java programs of the README and of the quick start compile and run unchanged. The other examples, also those in
 * the table of the libraries, compile inside a surrounding class.
 */
class ReadmeTest {
  private static final Pattern MAIN_CLASS = Pattern.compile("public class (\\w+) ");
  private static final Pattern LIBRARY =
      Pattern.compile("\\| \\*\\*(?!Kotlin).*?\\*\\* \\|[^|]*\\|(.*)");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final List<String> LINES = List.of("from a socket", "from a timer");

  static Stream<String> programs() throws IOException {
    return pages().filter(ReadmeTest::isProgram);
  }

  static Stream<String> fragments() throws IOException {
    return Stream.of(pages().filter(example -> !isProgram(example))).flatMap(examples -> examples);
  }

  private static Stream<String> pages() throws IOException {
    return Stream.concat(
        Page.examples("README.md").stream(), Page.examples("docs/quick-start.md").stream());
  }

  private static boolean isProgram(String example) {
    return example.startsWith("import ");
  }

  @Test
  void fragmentsCompile(@TempDir Path directory) throws IOException {
    assertEquals("", Example.complaintsAbout(fragments().toList(), directory));
  }

  @Test
  void noExampleIsOverlooked() throws IOException {
    assertEquals(2, programs().count());
    assertEquals(6, fragments().count());
  }

  @Test
  void whatTheTableOfLibrariesShowsCompiles(@TempDir Path directory) throws IOException {
    String page = Files.readString(Path.of("..", "docs", "quick-start.md"));
    List<String> codes =
        LIBRARY
            .matcher(page)
            .results()
            .flatMap(row -> CODE.matcher(row.group(1)).results())
            .map(code -> "Object made = " + code.group(1) + ";")
            .toList();
    assertEquals(13, codes.size());
    assertEquals("", Example.complaintsAbout(codes, directory));
  }

  @Test
  void theProjectHasTheVersionsOfThisOne() throws IOException {
    String build = Files.readString(Path.of("..", "pom.xml"));
    String page = Files.readString(Path.of("..", "docs", "quick-start.md"));
    Matcher own = Pattern.compile("</artifactId>\\s*<version>([^<]+)").matcher(build);
    assertTrue(own.find());
    assertTrue(page.contains("<version>" + own.group(1) + "</version>"), own.group(1));
    for (String library : List.of("rxjava", "reactor", "mutiny")) {
      Matcher version = Pattern.compile("<" + library + ".version>([^<]+)").matcher(build);
      assertTrue(version.find(), library);
      assertTrue(page.contains(version.group(1)), () -> library + " " + version.group(1));
    }
  }

  @ParameterizedTest
  @MethodSource("programs")
  void programsCompileAndRun(String program, @TempDir Path directory) throws Exception {
    Matcher name = MAIN_CLASS.matcher(program);
    assertTrue(name.find(), program);
    assertEquals("", Page.complaints(name.group(1), program, directory));
    List<String> printed = run(name.group(1), directory);
    assertTrue(printed.containsAll(LINES), printed::toString);
  }

  /** Runs it in a separate process, because it prints to the standard output. */
  private static List<String> run(String mainClass, Path directory)
      throws IOException, InterruptedException {
    Path output = directory.resolve("output");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                directory + File.pathSeparator + System.getProperty("java.class.path"),
                mainClass)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertEquals(0, process.waitFor(), () -> mainClass + " failed");
    return Files.readAllLines(output);
  }
}
