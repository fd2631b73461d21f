package org.reactiveserializer.aeron;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A process that does not let Agrona access memory: the error says what to do. */
class AccessTest {
  /** The program of the process. */
  public static final class Program {
    private Program() {}

    /** Starts a driver. */
    public static void main(String[] none) {
      AeronNode.embedded().close();
    }
  }

  @Test
  void theErrorNamesTheOption() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Program.class.getName())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(
        output.contains("Start Java with --add-opens java.base/jdk.internal.misc=ALL-UNNAMED"),
        output);
    assertTrue(process.waitFor() != 0);
  }
}
