package org.reactiveserializer.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.support.FirstStreams;

/**
 * No class of the library is left for a stream to initialise: its producer may be deep in a
 * recursion, and a class whose initialisation overflows the stack is unusable for ever.
 */
class ClassesTest {
  private static final String OURS = "Initializing 'org/reactiveserializer/";

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

  /** Returns the library's classes that have a static initialiser, which the log says. */
  private static List<String> initialised(List<String> log) {
    return log.stream()
        .filter(line -> line.contains(OURS) && !line.contains("(no method)"))
        .filter(line -> !line.contains("/support/"))
        .map(line -> line.substring(line.indexOf(OURS) + "Initializing ".length()))
        .toList();
  }
}
