package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

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

  /** Returns whether a child of this process can mount a small file system that only it sees. */
  static boolean canMount() throws IOException, InterruptedException {
    if (!isLinux() || !Files.isExecutable(Path.of("/usr/bin/unshare"))) {
      return false;
    }
    String mount = "mount -t tmpfs -o size=64k none /tmp";
    List<String> command =
        List.of("unshare", "--user", "--map-root-user", "--mount", "/bin/sh", "-c", mount);
    return new ProcessBuilder(command).start().waitFor() == 0;
  }

  /** Sends a signal to one process that the test has started. */
  static void signal(String name, Process process) throws IOException, InterruptedException {
    String command = "kill -" + name + " " + process.pid();
    assertEquals(0, new ProcessBuilder("/bin/sh", "-c", command).inheritIO().start().waitFor());
  }
}
