package org.reactiveserializer.io.internal.datagram;

import java.io.BufferedReader;
import java.io.FileReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How many datagrams the kernel dropped before they could be read, because the receive buffer was
 * full or the checksum was wrong. Linux counts them for each socket in {@code /proc/net/udp} and
 * {@code udp6}; on other systems the count is {@link #UNKNOWN}.
 *
 * <p>The lines of the table are matched by the socket's inode. Java does not say which inode a
 * channel has. It is found by exclusion: it belongs to a socket of this process, that did not exist
 * before the channel was opened, and that has the channel's port. If more sockets match than were
 * opened, the count is unknown.
 */
public final class KernelDrops {
  /** The count where it cannot be known. */
  public static final long UNKNOWN = -1;

  private static final List<Path> TABLES =
      List.of(Path.of("/proc/net/udp"), Path.of("/proc/net/udp6"));
  private static final Path OWN_FILES = Path.of("/proc/self/fd");
  private static final String SOCKET = "socket:[";
  private static final long COUNTER_MASK = 0xFFFF_FFFFL;

  // For each socket the counter of 32 bits that was read last. A closed socket keeps its last one.
  // Guarded by this.
  private final Map<Long, Long> lastRead = new HashMap<>();
  private long total;

  KernelDrops(Collection<Long> inodes) {
    for (Long inode : inodes) {
      lastRead.put(inode, 0L);
    }
  }

  /** A socket's line in the table. */
  record Line(int port, long inode, long drops) {}

  /** Returns the inodes of all sockets of this process; null if they cannot be listed. */
  public static @Nullable Set<Long> ownSockets() {
    try {
      Set<Long> inodes = new HashSet<>();
      try (DirectoryStream<Path> files = Files.newDirectoryStream(OWN_FILES)) {
        files.forEach(file -> addSocket(file, inodes));
      }
      return inodes;
    } catch (IOException | RuntimeException noSuchSystem) {
      return null;
    }
  }

  private static void addSocket(Path file, Set<Long> inodes) {
    try {
      String target = Files.readSymbolicLink(file).toString();
      if (target.startsWith(SOCKET)) {
        inodes.add(Long.valueOf(target.substring(SOCKET.length(), target.length() - 1)));
      }
    } catch (IOException closedMeanwhile) {
      // As the one through which the directory is read.
    }
  }

  /**
   * Finds the sockets that were opened since {@code before} was listed.
   *
   * @param before what {@link #ownSockets} returned then; null: unknown
   * @param ports the local port of each socket
   */
  public static KernelDrops of(@Nullable Set<Long> before, List<Integer> ports) {
    Set<Long> own = before == null ? null : ownSockets();
    Set<Long> opened = new HashSet<>();
    if (own != null && before != null) {
      own.removeAll(before);
      for (Line line : readTables()) {
        if (own.contains(line.inode) && ports.contains(line.port)) {
          opened.add(line.inode);
        }
      }
    }
    return new KernelDrops(opened.size() == ports.size() ? opened : Set.of());
  }

  /** Returns how many datagrams the kernel dropped so far, or {@link #UNKNOWN}. */
  public synchronized long total() {
    return lastRead.isEmpty() ? UNKNOWN : total(readTables());
  }

  /** Returns how many it dropped up to the moment when the table was read. */
  synchronized long total(Set<Line> table) {
    for (Line line : table) {
      Long last = lastRead.get(line.inode);
      if (last != null) {
        total += (line.drops - last) & COUNTER_MASK; // the counter may have wrapped around
        lastRead.put(line.inode, line.drops);
      }
    }
    return total;
  }

  private static Set<Line> readTables() {
    Set<Line> lines = new HashSet<>();
    for (Path table : TABLES) {
      // Not by a channel, which needs memory outside the heap: the buffers may have taken all of
      // that.
      try (BufferedReader reader =
          new BufferedReader(new FileReader(table.toFile(), StandardCharsets.US_ASCII))) {
        parse(reader.lines().toList(), lines);
      } catch (IOException | RuntimeException noSuchTable) {
        // For example without IPv6.
      }
    }
    return lines;
  }

  /** Parses a table; what is no line of a socket is left out. */
  static void parse(List<String> table, Set<Line> lines) {
    for (String text : table) {
      String[] fields = text.strip().split("\\s+", -1);
      if (fields.length >= 13 && fields[0].endsWith(":")) {
        try {
          int port = Integer.parseInt(fields[1].substring(fields[1].lastIndexOf(':') + 1), 16);
          lines.add(new Line(port, Long.parseLong(fields[9]), Long.parseLong(fields[12])));
        } catch (NumberFormatException otherFormat) {
          // Then the count is unknown.
        }
      }
    }
  }
}
