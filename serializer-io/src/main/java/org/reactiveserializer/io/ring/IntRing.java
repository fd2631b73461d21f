package org.reactiveserializer.io.ring;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.reactiveserializer.internal.settings.Check;
import org.reactiveserializer.io.internal.ring.Attaching;
import org.reactiveserializer.io.internal.ring.Header;
import org.reactiveserializer.io.internal.ring.Layout;
import org.reactiveserializer.io.internal.ring.RingCreation;
import org.reactiveserializer.io.internal.ring.RingKind;
import org.reactiveserializer.io.internal.ring.Side;

/**
 * A ring of ints in a file, through which one process sends ints to another one on the same
 * machine. An object of this class says which file; it holds nothing open.
 *
 * <pre>{@code
 * Path file = Path.of("/dev/shm/prices");
 * try (IntWriter writer = IntRing.createOrAttach(file, 1 << 16).writer()) { ... } // in one process
 * try (IntReader reader = IntRing.createOrAttach(file, 1 << 16).reader()) { ... } // in the other
 * }</pre>
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
 * <p><b>Bad files.</b> A file is used only after each field of its header was checked.
 * {@link RingException} says which exception stands for which fault. Nothing is written into a file
 * that is refused.
 *
 * <p><b>Size and permissions.</b> The file has 4,104 bytes more than the capacity in bytes. It is
 * created with the permissions that the umask leaves. Both sides need the permissions to read and
 * to write it. The library never deletes it: delete it when both ends are closed.
 *
 * <p>Objects of this class are immutable.
 */
public final class IntRing {
  private static final int MIN = Layout.MIN_CAPACITY / Integer.BYTES;
  private static final int MAX = Layout.MAX_CAPACITY / Integer.BYTES;

  private final Path file;
  private final Header header;
  private final Duration hangTimeout;

  private IntRing(Path file, Header header, Duration hangTimeout) {
    this.file = file;
    this.header = header;
    this.hangTimeout = hangTimeout;
  }

  private IntRing(Path file, Header header) {
    this(file.toAbsolutePath(), header, RingOptions.HANG_TIMEOUT);
  }

  /**
   * Creates the file of a ring. It is written in full, so that a full disk is an error now and not
   * a fault later (except on file systems that copy on write or compress), and gets its name in the
   * end, in one step. A process that dies meanwhile leaves a file whose name begins with a dot and
   * ends with {@code .new}.
   *
   * @param file the name, which must not exist; its directory must
   * @param capacity how many ints of 4 bytes fit into the ring: a power of two from 1,024 to
   *     268,435,456
   * @return the ring
   * @throws IllegalArgumentException if the capacity is not such a number
   * @throws java.nio.file.FileAlreadyExistsException if the name exists
   * @throws IOException if the file system refuses to create the file; if the disk is full, the
   *     message says how many bytes are needed, and how many are free
   */
  public static IntRing create(Path file, int capacity) throws IOException {
    return new IntRing(file, RingCreation.create(file, RingKind.INTS, bytes(capacity)));
  }

  /**
   * Finds a ring that exists. Its header is checked; nothing is written.
   *
   * @param file the name
   * @return the ring
   * @throws java.nio.file.NoSuchFileException if it does not exist
   * @throws java.nio.file.AccessDeniedException if this process may not both read and write it
   * @throws java.nio.file.FileSystemException if it is a directory, or otherwise no regular file
   * @throws IOException if the file system refuses it for another reason
   * @throws RingException if it is no ring of ints, or a broken one: see {@link RingException}
   */
  public static IntRing attach(Path file) throws IOException {
    return new IntRing(file, Attaching.readHeader(file, RingKind.INTS));
  }

  /**
   * Finds a ring, or creates it. Both processes may do that at the same time.
   *
   * @param file the name
   * @param capacity how many ints of 4 bytes fit into the ring: a power of two from 1,024 to
   *     268,435,456
   * @return the ring
   * @throws IllegalArgumentException if the capacity is not such a number
   * @throws IOException as of {@link #create} and {@link #attach}
   * @throws RingCapacityException if the ring exists and has another capacity
   * @throws RingException if the file exists and is no ring of ints, or a broken one
   */
  public static IntRing createOrAttach(Path file, int capacity) throws IOException {
    return new IntRing(file, RingCreation.createOrAttach(file, RingKind.INTS, bytes(capacity)));
  }

  /**
   * Sets how long a process must show no heartbeat to be {@link Peer#HUNG}. A process counts up its
   * heartbeat four times a second. If this is not set, it is two seconds.
   *
   * @param timeout the time, positive. With less than half a second, a process that only pauses for
   *     a moment, for example to collect garbage, may be found to hang
   * @return this ring with the timeout changed
   * @throws IllegalArgumentException if the timeout is not positive
   */
  public IntRing hangTimeout(Duration timeout) {
    return new IntRing(file, header, Check.positive(timeout, "hangTimeout"));
  }

  /**
   * Attaches to the ring as its writer, and continues behind what was published last.
   *
   * @return the writer, which must be closed
   * @throws RingInUseException if the ring has a writer, in this process or in another one. Before
   *     this is thrown, the lock is tried for a second
   * @throws ReplacedRingException if the name belongs to another ring than when this object was
   *     made: then call {@link #attach} or {@link #createOrAttach} again
   * @throws RingException if the file is broken in another way
   * @throws IOException as of {@link #attach}
   */
  public IntWriter writer() throws IOException {
    return RingEnd.open(Attaching.attach(file, Side.WRITER, header, hangTimeout), IntWriter::new);
  }

  /**
   * Attaches to the ring as its reader, and continues behind what was released last.
   *
   * @return the reader, which must be closed
   * @throws RingInUseException if the ring has a reader, in this process or in another one. Before
   *     this is thrown, the lock is tried for a second
   * @throws ReplacedRingException if the name belongs to another ring than when this object was
   *     made: then call {@link #attach} or {@link #createOrAttach} again
   * @throws RingException if the file is broken in another way
   * @throws IOException as of {@link #attach}
   */
  public IntReader reader() throws IOException {
    return RingEnd.open(Attaching.attach(file, Side.READER, header, hangTimeout), IntReader::new);
  }

  /**
   * Returns how many ints fit into the ring.
   *
   * @return the number
   */
  public int capacity() {
    return header.capacity() / Integer.BYTES;
  }

  /**
   * Returns the name of the file.
   *
   * @return the absolute name
   */
  public Path file() {
    return file;
  }

  /**
   * Returns the name and the capacity.
   *
   * @return a text for people
   */
  @Override
  public String toString() {
    return "ring of %d ints in %s".formatted(capacity(), file);
  }

  private static int bytes(int capacity) {
    return Capacity.check(capacity, MIN, MAX, "ints") * Integer.BYTES;
  }
}
