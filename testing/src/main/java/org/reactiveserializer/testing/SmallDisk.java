package org.reactiveserializer.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A small file system in memory, in place of a directory, that only one child sees. */
public final class SmallDisk {
  private SmallDisk() {}

  /** Returns whether this system lets a child have one. */
  public static boolean isPossible() throws IOException, InterruptedException {
    if (!System.getProperty("os.name").equals("Linux")
        || !Files.isExecutable(Path.of("/usr/bin/unshare"))) {
      return false;
    }
    List<String> command = command(Path.of("/tmp"), 1, "true");
    return new ProcessBuilder(command).start().waitFor() == 0;
  }

  /** Returns the command through which a child is started. */
  public static List<String> before(Path directory, int megabytes) {
    return command(directory, megabytes, "exec \"$@\"");
  }

  private static List<String> command(Path directory, int megabytes, String then) {
    String mount = "mount -t tmpfs -o size=%dm none \"$0\" && %s".formatted(megabytes, then);
    return List.of(
        "unshare", "--user", "--map-root-user", "--mount", "/bin/sh", "-c", mount, "" + directory);
  }
}
