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
      long device = (Long) Files.getAttribute(name, "unix:dev");
      long inode = (Long) Files.getAttribute(name, "unix:ino");
      String file = id(device, inode);
      List<String> holders =
          lines.map(line -> holder(line, file, side.lock)).filter(text -> !text.isEmpty()).toList();
      return holders.isEmpty() ? "" : " The system says: " + String.join("; ", holders);
    } catch (IOException | RuntimeException unknown) { // also what a line of another form makes
      return "";
    }
  }

  /** Returns a file as the list has it: its device as the C library of Linux takes it apart. */
  static String id(long device, long inode) {
    long major = (device >>> 8 & 0xfff) | (device >>> 32 & 0xfffff000L);
    long minor = (device & 0xff) | (device >>> 12 & 0xffffff00L);
    return "%02x:%02x:%d".formatted(major, minor, inode);
  }

  /** Returns "" for a lock of another class, which does not conflict with those of a ring. */
  static String holder(String line, String file, long at) {
    String[] fields = line.trim().split("\\s+", -1);
    if (fields.length != 8
        || !(fields[1].equals("POSIX") || fields[1].equals("OFDLCK"))
        || !fields[5].equals(file)) {
      return "";
    }
    long first = Long.parseLong(fields[6]);
    long last = fields[7].equals("EOF") ? Long.MAX_VALUE : Long.parseLong(fields[7]);
    if (at < first || at > last) {
      return "";
    }
    String process = fields[4].equals("-1") ? "some process" : "process " + fields[4];
    String what = process + (fields[3].equals("READ") ? " holds a shared lock" : " holds the lock");
    return first == last
        ? what
        : what + " from byte %s to %s, which is none of ours".formatted(fields[6], fields[7]);
  }
}
