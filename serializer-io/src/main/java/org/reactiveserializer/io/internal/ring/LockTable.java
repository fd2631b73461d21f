package org.reactiveserializer.io.internal.ring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Who holds a lock of a file, as far as the system tells: Java has no call for it, but Linux lists all
 * locks. The list has no locks of processes that this one cannot see, as those of other containers.
 *
 * <p>A line is {@code 2: POSIX ADVISORY READ 4711 08:01:123456 0 EOF}: number, class, whether it is
 * mandatory, READ or WRITE, process, device and inode, the first byte and the last one.
 */
final class LockTable {
  private static final Path LOCKS = Path.of("/proc/locks");

  private LockTable() {}

  /** Returns a sentence for a message, which begins with a space; "" if nothing is known. */
  static String holders(Path name, Side side) {
    try (Stream<String> lines = Files.lines(LOCKS)) {
      Object inode = Files.getAttribute(name, "unix:ino");
      List<String> holders =
          lines
              .map(line -> holder(line, inode, side.lock))
              .filter(text -> !text.isEmpty())
              .toList();
      return holders.isEmpty() ? "" : " The system says: " + String.join("; ", holders);
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException unknown) {
      return "";
    }
  }

  static String holder(String line, Object inode, long at) {
    String[] fields = line.trim().split("\\s+", -1);
    if (fields.length != 8 || !fields[5].endsWith(":" + inode)) {
      return "";
    }
    long first = Long.parseLong(fields[6]);
    long last = fields[7].equals("EOF") ? Long.MAX_VALUE : Long.parseLong(fields[7]);
    if (at < first || at > last) {
      return "";
    }
    String who =
        "process %s holds %s lock"
            .formatted(fields[4], fields[3].equals("READ") ? "a shared" : "the");
    return first == last
        ? who
        : who + " from byte %s to %s, which is none of ours".formatted(fields[6], fields[7]);
  }
}
