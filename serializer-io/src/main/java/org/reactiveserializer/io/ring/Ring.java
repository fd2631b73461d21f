package org.reactiveserializer.io.ring;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Function;
import org.reactiveserializer.io.internal.ring.Attaching;
import org.reactiveserializer.io.internal.ring.Attachment;
import org.reactiveserializer.io.internal.ring.Header;
import org.reactiveserializer.io.internal.ring.Side;
import org.reactiveserializer.io.internal.shared.MemoryFaults;

/**
 * A ring in a file, through which one process sends items to another one on the same machine: an
 * {@link IntRing} or a {@link MessageRing}. An object says which file; it holds nothing open.
 *
 * <p>Both ends may be in one process, too. The file should be on a file system in memory, or on a
 * local disk; not on one of the network. Nothing is forced to the disk, so after a crash of the
 * machine the content of the ring is undefined.
 *
 * <p><b>Crash of a process.</b> Each side can end at any moment, and its successor continues. What
 * was published is read in order and complete. It is read twice only if a reader died, or was
 * closed, after it had read it and before it released it; or if a process lost its lock: see
 * {@link RingEnd}. What was released but not used yet is gone, and so is what was written but not
 * published.
 *
 * <p><b>Creation.</b> The file is written in full, so that a full disk is an error then and not a
 * fault later (except on file systems that copy on write or compress), and gets its name in the end,
 * in one step. A process that dies meanwhile leaves a file whose name begins with a dot and ends with
 * {@code .new}.
 *
 * <p><b>Bad files.</b> A file is used only after each field of its header was checked. Nothing is
 * written into a file that is refused, by a {@link RingException}.
 *
 * <p><b>Size and permissions.</b> The file has 4,104 bytes more than the capacity in bytes. Only the
 * user of this process may use it, if {@link RingAccess} does not say otherwise. Both sides need the
 * permissions to read and to write it. The library never deletes it: delete it when both ends are
 * closed.
 *
 * <p>Objects of this class are immutable.
 *
 * @param <W> the writer's end
 * @param <R> the reader's end
 */
public abstract sealed class Ring<W extends RingEnd, R extends RingEnd>
    permits IntRing, MessageRing {
  static final Duration HANG_TIMEOUT = Duration.ofSeconds(2);

  final Path file;
  final Header header;
  final RingAccess access;
  private final Duration hangTimeout;

  Ring(Path file, Header header, RingAccess access, Duration hangTimeout) {
    this.file = file.toAbsolutePath();
    this.header = header;
    this.access = access;
    this.hangTimeout = hangTimeout;
  }

  /**
   * Attaches to the ring as its writer, and continues behind what was published last.
   *
   * @return the writer, which must be closed
   * @throws RingInUseException if the ring has a writer, in this process or in another one. Before
   *     this is thrown, the lock is tried for a second
   * @throws ReplacedRingException if the name belongs to another ring than when this object was
   *     made: then attach or create it again
   * @throws RingException if the file is broken, or its owner or mode is not what {@link RingAccess}
   *     says any more
   * @throws IOException if the file system refuses the file, as when it was found
   */
  public final W writer() throws IOException {
    return open(attach(Side.WRITER), this::writer);
  }

  /**
   * Attaches to the ring as its reader, and continues behind what was released last.
   *
   * @return the reader, which must be closed
   * @throws RingException as {@link #writer()}, if the ring has a reader, or is broken
   * @throws IOException as {@link #writer()}
   */
  public final R reader() throws IOException {
    return open(attach(Side.READER), this::reader);
  }

  /** Makes an end; if that fails, the lock is released. */
  static <E extends RingEnd> E open(Attachment attachment, Function<Attachment, E> end) {
    boolean made = false;
    try {
      E result = end.apply(attachment);
      MemoryFaults.report();
      made = true;
      return result;
    } catch (InternalError fault) {
      throw attachment.diagnose(fault);
    } finally {
      if (!made) {
        attachment.close(true);
      }
    }
  }

  private Attachment attach(Side side) throws IOException {
    return Attaching.attach(file, side, header, access, hangTimeout);
  }

  abstract W writer(Attachment attachment);

  abstract R reader(Attachment attachment);

  /**
   * Returns how many ints fit into the ring, or bytes of messages. A message takes 8 bytes more than
   * its length, rounded up to a multiple of 8.
   *
   * @return the number
   */
  public abstract int capacity();

  /** Checks a capacity, in units whose name is {@code unit}. */
  static int checkCapacity(int value, int min, int max, String unit) {
    if (value < min || value > max || Integer.bitCount(value) != 1) {
      throw new IllegalArgumentException(
          "capacity must be a power of two from %d to %d %s, was %d"
              .formatted(min, max, unit, value));
    }
    return value;
  }

  /**
   * Returns the name of the file.
   *
   * @return the absolute name
   */
  public final Path file() {
    return file;
  }

  /**
   * Returns the kind, the capacity and the name.
   *
   * @return a text for people
   */
  @Override
  public final String toString() {
    return "ring of %s with %d bytes in %s".formatted(header.kind(), header.capacity(), file);
  }
}
