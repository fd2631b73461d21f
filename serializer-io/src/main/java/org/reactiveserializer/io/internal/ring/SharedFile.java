package org.reactiveserializer.io.internal.ring;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.io.internal.shared.MemoryFaults;
import org.reactiveserializer.io.ring.ReplacedRingException;
import org.reactiveserializer.io.ring.RingAccess;

/**
 * A file that this process has open, with the one channel that it uses for it. On POSIX systems, a
 * process that closes any channel of a file loses all its locks on that file. So this class has one
 * channel for each file, for both sides, and for attempts to attach that fail. The last user closes
 * it. It cannot prevent other code of this process from closing another channel of the file, nor a
 * copy of this class from another class loader: {@link Attachment#beat} notices what follows.
 *
 * <p>A side holds a lock of one byte, far behind the end of the file: on a system with mandatory
 * locks, a lock there does not prevent anyone from reading the file. The kernel releases it when
 * the process dies, however it dies.
 */
final class SharedFile {
  /** By key: the identity of a file, not its name. Guarded by itself. */
  private static final Map<Object, SharedFile> OPEN = new HashMap<>();

  /**
   * Channels of unknown files, because the name was given to another one meanwhile. While this process
   * has a ring open, they must not be closed, also not by the garbage collector: each may be of that
   * ring. Guarded by {@link #OPEN}.
   */
  static final List<FileChannel> STRAY = new ArrayList<>();

  /** With more, nothing is opened. Names that are replaced so often are a fault. */
  static final int MOST_STRAY = 64;

  private final Object key;
  private final FileChannel channel;
  private final Set<Side> ownSides = EnumSet.noneOf(Side.class); // guarded by this
  private int users; // guarded by OPEN

  private SharedFile(Object key, FileChannel channel) {
    this.key = key;
    this.channel = channel;
  }

  /** Opens the file, or returns the one that is open. Each call needs a call of {@link #leave}. */
  static SharedFile enter(Path name, RingAccess access) throws IOException {
    MemoryFaults.report(); // of another file
    synchronized (OPEN) {
      try {
        Path real = FileAccess.resolve(name, access);
        checkUsable(name);
        Object key = keyOf(real, access);
        SharedFile file = OPEN.get(key);
        if (file == null) {
          file = new SharedFile(key, open(real, key, again -> keyOf(again, access)));
          OPEN.put(key, file);
        }
        file.users++;
        return file;
      } finally {
        closeStray();
      }
    }
  }

  /** The channel is closed when the last user left. */
  void leave() throws IOException {
    synchronized (OPEN) {
      if (--users == 0) {
        OPEN.remove(key);
        try {
          channel.close();
        } finally {
          closeStray();
        }
      }
    }
  }

  /** If this process has no ring open, it has no lock that it could lose. */
  private static void closeStray() throws IOException {
    if (OPEN.isEmpty()) {
      for (FileChannel stray : STRAY) {
        stray.close();
      }
      STRAY.clear();
    }
  }

  /** Returns the lock of a side; null if another process, or this one, holds it. */
  synchronized @Nullable FileLock tryLock(Side side) throws IOException {
    FileLock lock = ownSides.contains(side) ? null : lock(side, false);
    if (lock != null) {
      ownSides.add(side);
    }
    return lock;
  }

  synchronized void unlock(Side side, FileLock lock) throws IOException {
    ownSides.remove(side);
    lock.release();
  }

  /** Returns whether this process has that side. */
  synchronized boolean isOwn(Side side) {
    return ownSides.contains(side);
  }

  /**
   * Returns whether some process holds the lock of a side, as an end does. To find out, this takes a
   * shared lock for a moment if that is possible; so another process that wants the lock must try
   * again. Whoever may only read the file can hold a shared lock, no more; that one does not count.
   */
  synchronized boolean isLocked(Side side) throws IOException {
    if (ownSides.contains(side)) {
      return true;
    }
    FileLock probe = lock(side, true);
    if (probe == null) {
      return true;
    }
    probe.release();
    return false;
  }

  private @Nullable FileLock lock(Side side, boolean shared) throws IOException {
    try {
      return channel.tryLock(side.lock, 1, shared); // not closed by an interrupt, as others are
    } catch (OverlappingFileLockException held) {
      return null; // by a copy of this class from another class loader
    }
  }

  long size() throws IOException {
    return Uninterrupted.call(channel::size);
  }

  /** As {@link #size}, for a thread that nobody interrupts. */
  long sizeOfUninterrupted() throws IOException {
    return channel.size();
  }

  /**
   * Maps the file, which is known to have {@code size} bytes: a shorter one would be extended. It is
   * unmapped when the garbage collector finds its buffers unreachable; until then, an access after
   * the end is closed reaches the file's memory, and is harmless to the process.
   */
  ByteBuffer map(long size) throws IOException {
    return Uninterrupted.call(() -> channel.map(MapMode.READ_WRITE, 0, size))
        .order(ByteOrder.nativeOrder());
  }

  /**
   * Returns the first bytes of the file, as many as a header has. Behind the end of the file are
   * zeros.
   */
  ByteBuffer readHeader() throws IOException {
    return Uninterrupted.call(
        () -> {
          ByteBuffer header = ByteBuffer.allocate(Layout.HEADER);
          while (header.hasRemaining() && channel.read(header, header.position()) > 0) {}
          return header.clear();
        });
  }

  /** Returns whether that name, which exists, is still a name of this file. */
  boolean isNamed(Path name) throws IOException {
    return key.equals(keyOf(name));
  }

  /**
   * Returns the identity of the file. Windows has none, but there a mapped file cannot be replaced.
   */
  private static Object keyOf(Path name) throws IOException {
    Object key = Files.readAttributes(name, BasicFileAttributes.class).fileKey();
    return key == null ? name.toRealPath() : key;
  }

  interface Identity {
    Object of(Path name) throws IOException;
  }

  /** As {@link #keyOf(Path)}, of a real name, whose file must be one that may be used. */
  private static Object keyOf(Path real, RingAccess access) throws IOException {
    Object key = FileAccess.check(real, access);
    return key == null ? real : key;
  }

  static FileChannel open(Path name, Object key, Identity identity) throws IOException {
    if (STRAY.size() >= MOST_STRAY) {
      throw new ReplacedRingException(
          ("%s is not opened: names of rings were replaced %d times while they were opened, and this process"
                  + " must keep each of these files open until it has closed its rings. Find out who replaces"
                  + " them")
              .formatted(name, MOST_STRAY));
    }
    FileChannel channel =
        FileChannel.open(
            name, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    boolean known = false;
    try {
      known = key.equals(identity.of(name));
    } finally {
      if (!known) {
        STRAY.add(channel); // perhaps of a ring that this process has open
      }
    }
    if (!known) {
      throw new ReplacedRingException(name + " was replaced while it was opened. Try again");
    }
    return channel;
  }

  private static void checkUsable(Path name) throws IOException {
    if (!Files.isRegularFile(name)) {
      String what = Files.isDirectory(name) ? "a directory" : "no regular file";
      throw new FileSystemException(name.toString(), null, "is " + what + ", a ring is a file");
    }
    if (!Files.isWritable(name)) {
      throw new AccessDeniedException(
          name.toString(), null, "is read-only, but both sides of a ring write their index");
    }
  }
}
