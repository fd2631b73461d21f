package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What some systems have, and some tests need. */
final class Platform {
  private Platform() {}

  /** Returns whether processes can be stopped. Asserts that this is so on Linux. */
  static boolean hasSignals() {
    boolean shell = Files.isExecutable(Path.of("/bin/sh"));
    assertTrue(shell || !isLinux(), "Linux without a shell");
    return shell;
  }

  static boolean isLinux() {
    return System.getProperty("os.name").equals("Linux");
  }

  /** Sends a signal to one process that the test has started. */
  static void signal(String name, Process process) throws IOException, InterruptedException {
    String command = "kill -" + name + " " + process.pid();
    assertEquals(0, new ProcessBuilder("/bin/sh", "-c", command).inheritIO().start().waitFor());
  }
}
