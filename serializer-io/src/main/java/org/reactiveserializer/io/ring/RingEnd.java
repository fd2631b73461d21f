package org.reactiveserializer.io.ring;

import static org.reactiveserializer.io.internal.ring.Layout.HEADER;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.io.internal.ring.Attachment;
import org.reactiveserializer.io.internal.shared.MemoryFaults;

/**
 * One end of a ring, as one process has it: a writer or a reader. It holds a lock of the file,
 * which the kernel releases when the process ends, however it ends.
 *
 * <p><b>Threads.</b> The methods that move items may be called by one thread at a time; to pass an
 * end from one thread to another needs a happens-before edge, as a queue or a lock has. Any thread
 * may call {@link #peer} and {@link #epoch}. {@link #close} and {@link #fail} count as methods that
 * move items, unless a stream uses this end: then any thread may call them.
 *
 * <p><b>Errors.</b> If the file is truncated while it is in use, or the other process writes what
 * is impossible, the method that notices throws a {@link RingException}, and so does each later
 * call: this end can only be closed. After the close, a method that moves items throws an
 * {@link IllegalStateException}. The virtual machine may report an access to a truncated file a
 * moment late. Then the {@link InternalError} that it throws for that can reach the code that
 * called a method here; but not after {@link #peer} or {@link #close}, nor after a method that threw
 * a {@link RingException}.
 *
 * <p><b>Memory.</b> The file stays mapped until the garbage collector finds that none of its buffers
 * is reachable; until then such a buffer can be read. A view of a truncated file can crash the
 * virtual machine, except in {@code get} and {@code put}: pass copies to {@code equals}, {@code
 * mismatch}, {@link java.util.zip.CRC32} and the like if a file could be truncated.
 *
 * <p><b>Lost locks.</b> An end that is not closed keeps its lock until the process ends. The file
 * must not be opened by other means in a process that has an end of it, and not by a copy of this
 * library from another class loader: on POSIX systems, to close any channel of a file releases all
 * locks that the process has on it, and another process can attach in its place. Four times a second
 * a thread looks whether that has happened, and whether the file was truncated. After it has found
 * that, {@link #peer} throws a {@link RingInUseException} or a {@link TruncatedRingException}; a
 * method that moves items throws it at its next look: when it has no room, or no item, that it knows
 * of. Until then two processes could move items on the same side, for up to one capacity.
 */
public abstract sealed class RingEnd implements AutoCloseable
    permits IntReader, IntWriter, RecordReader, RecordWriter {
  final Attachment attachment;
  final ByteBuffer memory;
  final LongBuffer words; // the same memory

  final int capacity; // ints, or bytes of records
  final int mask;
  final Health health;

  private final Lifetime lifetime = new Lifetime(this);
  private volatile boolean closed;

  RingEnd(Attachment attachment) {
    this.attachment = attachment;
    memory = attachment.memory;
    words = memory.asLongBuffer();
    capacity = attachment.steps();
    mask = capacity - 1;
    health = new Health(attachment, this::shut);
  }

  /**
   * Returns how the process on the other side is. This makes some calls of the operating system,
   * and so is not for each item: about ten times a second is enough. To find out whether a process
   * is dead, it takes a lock of the file for a moment.
   *
   * @return how it is
   * @throws ReplacedRingException if the other side is {@link Peer#ABSENT} or {@link Peer#DEAD},
   *     and the name of the file is not that of this ring any more, so that no successor can come
   * @throws RingException if this end is broken, or has lost its lock
   * @throws java.io.UncheckedIOException if the file system refuses a look at the lock or the name
   * @throws IllegalStateException if this end is closed
   */
  public final Peer peer() {
    return attachment.peer();
  }

  /**
   * Returns how many times this side of the ring was attached to in the life of the file.
   *
   * @return the number, this time included
   */
  public final long epoch() {
    return attachment.epoch();
  }

  /**
   * Returns the name of the file.
   *
   * @return the absolute name
   */
  public final Path file() {
    return attachment.name;
  }

  /**
   * Closes this end. The other side sees that: a reader's stream completes after the last item.
   * Items that were published stay in the file, and so do items that were read and not released. A
   * successor may attach at once. A second call does nothing.
   *
   * <p>If a stream uses this end, it ends, and its thread closes this end as soon as the current
   * call of the subscriber, or of the publisher, returns. This method does not wait for that. Items
   * that a writer's stream has accepted, and for which there was no room so far, are lost: that is
   * a failure, which the other side sees, and {@link RingOptions#onErrorDropped} gets an
   * {@link IllegalStateException} with their number.
   *
   * <p>The file is not deleted.
   *
   * @throws RingException if this is called by the consumer of a drain, and what it got cannot be
   *     released, because the file was truncated: this end is closed nevertheless
   * @throws java.io.UncheckedIOException if the system refuses to release the lock or to close the
   *     file: this end is closed nevertheless
   */
  @Override
  public final void close() {
    lifetime.close(false);
  }

  /**
   * As {@link #close}, but shows the other side a failure: a reader's stream ends with an error.
   * Throws what {@link #close} throws.
   */
  public final void fail() {
    lifetime.close(true);
  }

  /**
   * Waits until this end is closed and its lock is released, so that a successor can attach. For a
   * writer's stream, that is when everything it accepted is written, or it has failed:
   * {@link #closeCause} says which. The threads of streams are daemons; so a process that writes a
   * stream should wait here before it ends, or else its last items may be lost. A stream waits
   * without a limit for a reader that never comes: if this returns false, {@link #close} or
   * {@link #fail} ends the stream.
   *
   * @param timeout how long to wait at most; zero or less means not at all
   * @return whether this end is closed; false if the time is over
   * @throws InterruptedException if the thread is interrupted while it waits, or was before
   * @throws IllegalStateException if the stream that uses this end calls this: it would wait for
   *     itself
   */
  public final boolean awaitClosed(Duration timeout) throws InterruptedException {
    return lifetime.await(timeout);
  }

  /**
   * Returns why the writer's stream that closed this end failed: the error of the upstream or of
   * the ring, a {@link PeerLostException}, or an {@link IllegalStateException} if this end was
   * closed while accepted items waited. It is what {@link RingOptions#onErrorDropped} got. If not
   * all that was accepted is written, it or a suppressed exception has the number.
   *
   * @return the cause; null if everything that was accepted is written, and the upstream completed
   *     or {@link #close} or {@link #fail} ended the stream; if this end is not closed so far; or
   *     if no writer's stream closed it
   */
  @SuppressWarnings("exports") // the annotation is for tools
  public final @Nullable Throwable closeCause() {
    return closed ? lifetime.cause() : null;
  }

  /**
   * Lets a stream use this end, and nobody else, until it leaves; {@code stop} ends it at once.
   */
  final void enterStream(Runnable stop, Thread thread) {
    lifetime.enter(stop, thread);
  }

  /** The stream does not use this end any more; {@code cause} is why it failed, if it did. */
  final void leaveStream(@Nullable Throwable cause) {
    lifetime.leave(cause);
  }

  /** Closes this end, which nobody uses. */
  final void closeNow(boolean failed) {
    if (closed) {
      return;
    }
    try {
      if (!health.isBroken()) {
        beforeClose();
      }
    } finally {
      MemoryFaults.forget(); // that of beforeClose
      closed = true;
      shut();
      attachment.close(failed || health.isBroken());
    }
  }

  /** Returns the data of a ring of ints. */
  final IntBuffer ints() {
    return memory
        .slice(HEADER, capacity * Integer.BYTES)
        .order(ByteOrder.nativeOrder())
        .asIntBuffer();
  }

  /** Called before this end is closed in order, when nothing is wrong. */
  void beforeClose() {}

  /** Makes each method that moves items call {@link #checkUsable} before it touches the memory. */
  abstract void shut();

  /** Throws if this end is closed or broken. */
  final void checkUsable() {
    if (closed) {
      throw new IllegalStateException("the " + this + " is closed");
    }
    health.check();
  }

  /**
   * Returns what this is an end of.
   *
   * @return for example "writer of /dev/shm/ring"
   */
  @Override
  public final String toString() {
    return attachment.toString();
  }
}
