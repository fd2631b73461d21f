package org.reactiveserializer.io.internal.ring;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.io.internal.shared.MemoryFaults;
import org.reactiveserializer.io.ring.ReplacedRingException;
import org.reactiveserializer.io.ring.RingAccess;
import org.reactiveserializer.io.ring.RingInUseException;
import org.reactiveserializer.io.ring.TruncatedRingException;

/**
 * How a process attaches to a ring: it checks the header, takes the lock of the side, maps the
 * file, and checks everything again in the mapped memory, before it writes a byte. What fails
 * leaves no trace.
 */
public final class Attaching {
  /**
   * How often a lock that is not free is tried again: peers take one for a moment, to look; and a
   * stream of this process that has ended may be about to release one.
   */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private Attaching() {}

  /** Reads and checks the header of a ring's file, and attaches to nothing. */
  public static Header readHeader(Path name, RingKind kind, RingAccess access) throws IOException {
    SharedFile file = SharedFile.enter(name, access);
    try {
      return readHeader(file, name, kind);
    } finally {
      file.leave();
    }
  }

  /** Attaches to the ring whose header was read before: the file must still be the same one. */
  public static Attachment attach(
      Path path, Side side, Header expected, RingAccess access, Duration hangTimeout)
      throws IOException {
    Layout.checkWidth(System.getProperty("sun.arch.data.model"));
    Path name = path.toAbsolutePath();
    SharedFile file = SharedFile.enter(name, access);
    FileLock lock = null;
    boolean attached = false;
    try {
      checkSame(name, readHeader(file, name, expected.kind()), expected);
      lock = lock(file, name, side);
      ByteBuffer memory = map(file, name, expected);
      HangWatch watch = new HangWatch(hangTimeout.toNanos());
      Attachment attachment = new Attachment(name, side, expected, file, lock, memory, watch);
      attachment.announce();
      attached = true;
      return attachment;
    } catch (InternalError fault) {
      throw Faults.diagnosis(file, name, expected, fault);
    } finally {
      if (!attached) {
        MemoryFaults.forget();
        undo(file, side, lock);
      }
    }
  }

  private static void undo(SharedFile file, Side side, @Nullable FileLock lock) throws IOException {
    if (lock != null) {
      file.unlock(side, lock);
    }
    file.leave();
  }

  private static Header readHeader(SharedFile file, Path name, RingKind kind) throws IOException {
    return Header.check(name, file.size(), file.readHeader(), kind);
  }

  private static ByteBuffer map(SharedFile file, Path name, Header expected) throws IOException {
    long size = file.size();
    if (size < expected.fileSize()) {
      throw Faults.truncated(name, size, expected); // to map it would extend it
    }
    ByteBuffer memory = file.map(expected.fileSize());
    checkSame(name, Header.check(name, size, memory, expected.kind()), expected);
    TruncatedRingException extended = expected.findExtension(name, memory);
    if (extended != null) {
      throw extended; // perhaps by map itself: it was truncated after the look at its size
    }
    return memory;
  }

  private static void checkSame(Path name, Header actual, Header expected) {
    if (!actual.equals(expected)) {
      throw new ReplacedRingException(
          "%s was replaced: it was the ring %016x with a capacity of %d bytes, now it is %016x with %d"
              .formatted(
                  name,
                  expected.instance(),
                  expected.capacity(),
                  actual.instance(),
                  actual.capacity()));
    }
  }

  private static FileLock lock(SharedFile file, Path name, Side side) throws IOException {
    long start = System.nanoTime();
    FileLock lock = file.tryLock(side);
    while (lock == null) {
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        throw inUse(file, name, side);
      }
      Uninterrupted.pause(PAUSE_NANOS);
      lock = file.tryLock(side);
    }
    return lock;
  }

  private static RingInUseException inUse(SharedFile file, Path name, Side side)
      throws IOException {
    ByteBuffer header = file.readHeader().order(ByteOrder.nativeOrder());
    long holder = header.getLong(side.pid);
    String own = file.isOwn(side) ? ", this one" : "";
    String text =
        "%s has a %s: process %d%s. There can be one at a time. Close it first"
            + (own.isEmpty()
                ? ". If it does not run here, it runs in another container, or one that attaches was stopped:"
                    + " continue that one"
                : "");
    if (!file.isLocked(side)) {
      text =
          "the lock of the %2$s of %1$s cannot be had, but no %2$s has it: somebody holds a shared lock there."
              + " That is a process that was stopped while it looked at the lock: continue it. Or it is none of"
              + " this library: end it, and take away its permission to read the file";
    }
    return new RingInUseException(text.formatted(name, side, holder, own), holder);
  }
}
