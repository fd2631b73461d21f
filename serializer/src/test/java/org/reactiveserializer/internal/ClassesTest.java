package org.reactiveserializer.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.support.FirstStreams;

/**
 * No class of the library is left for a stream to initialise: its producer may be deep in a
 * recursion, and a class whose initialisation overflows the stack is unusable for ever.
 */
class ClassesTest {
  private static final Pattern OURS =
      Pattern.compile(
          "Initializing '((org/reactiveserializer|java/util/concurrent/atomic)/[^']+)'");

  @Test
  void settingsInitialiseWhatStreamsNeed() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xlog:class+init=info",
                "-cp",
                System.getProperty("java.class.path"),
                FirstStreams.class.getName())
            .redirectErrorStream(true)
            .start();
    List<String> lines =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .toList();
    assertEquals(0, process.waitFor(), () -> String.join("\n", lines));
    int made = lines.indexOf(FirstStreams.MADE);
    assertTrue(made >= 0 && initialised(lines.subList(0, made)).size() > 10, lines::toString);
    assertEquals(List.of(), initialised(lines.subList(made, lines.size())));
  }

  /**
   * Returns the classes that have a static initialiser, which the log says, of the library and of the
   * package of the JDK that it uses.
   */
  private static List<String> initialised(List<String> log) {
    return log.stream()
        .filter(line -> !line.contains("(no method)") && !line.contains("/support/"))
        .map(OURS::matcher)
        .filter(Matcher::find)
        .map(found -> found.group(1))
        .toList();
  }
}
