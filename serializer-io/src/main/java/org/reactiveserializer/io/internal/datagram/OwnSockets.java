package org.reactiveserializer.io.internal.datagram;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The open sockets of this process, which Linux lists in {@code /proc/self/fd}. */
final class OwnSockets {
  private static final Path OWN_FILES = Path.of("/proc/self/fd");
  private static final String SOCKET = "socket:[";

  private OwnSockets() {}

  /**
   * Returns the inode of each socket by its descriptor.
   *
   * @throws IOException if they cannot be listed, as on other systems
   */
  static Map<Integer, Long> inodesByDescriptor() throws IOException {
    Map<Integer, Long> inodes = new HashMap<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(OWN_FILES)) {
      for (Path file : files) {
        addSocket(file, inodes);
      }
    }
    return inodes;
  }

  private static void addSocket(Path file, Map<Integer, Long> inodes) {
    try {
      String target = Files.readSymbolicLink(file).toString();
      if (target.startsWith(SOCKET)) {
        inodes.put(
            Integer.valueOf(file.getFileName().toString()),
            Long.valueOf(target.substring(SOCKET.length(), target.length() - 1)));
      }
    } catch (IOException closedMeanwhile) {
      // As the one through which the directory is read.
    }
  }
}
