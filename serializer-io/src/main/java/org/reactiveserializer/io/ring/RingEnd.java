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
import org.reactiveserializer.io.internal.ring.Faults;
import org.reactiveserializer.io.internal.ring.Side;

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
 * a {@link RingException}. A fault of another cause is a {@link RingFaultException}; but a
 * {@code drain} and the {@code offer} of a buffer, which use code or buffers of others, too,
 * rethrow the {@link InternalError}.
 *
 * <p><b>Memory.</b> With JDK 22 and later, {@link #close} unmaps the file, and a buffer of this end
 * throws an {@link IllegalStateException} from then on. With earlier ones the file stays mapped
 * until the garbage collector finds that none of its buffers is reachable; until then such a buffer
 * can be read.
 *
 * <p><b>Truncated views.</b> If the file is truncated, an access to a view of it is an
 * {@link InternalError} only in {@code get} and {@code put}, for single values and for ranges. In
 * other methods that read many bytes at once the virtual machine does not expect a fault, and
 * crashes: {@code equals}, {@code mismatch}, {@code compareTo}, and the native code behind
 * {@link java.util.zip.CRC32}, {@link java.util.zip.Deflater} and the like. If a file could be
 * truncated, pass copies to these.
 *
 * <p><b>Lost locks.</b> An end that is not closed keeps its lock until the process ends. The file
 * must not be opened by other means in a process that has an end of it, and not by a copy of this
 * library from another class loader: on POSIX systems, to close any channel of a file releases all
 * locks that the process has on it. Another process can then attach in its place.
 *
 * <p><b>What is noticed late.</b> Four times a second a thread looks whether that has happened,
 * and whether the file was truncated, or truncated and extended again. After it has found that,
 * {@link #peer} throws a {@link RingInUseException} or a {@link TruncatedRingException}. A method
 * that moves items throws it at its next look, not before. A writer looks when it has no room that it
 * knows of, a reader when it finds nothing, or no more of what it knows of: a reader of ints can go
 * on through what it has seen, the other ends for up to one capacity. Until then two processes could
 * move items on the same side. If that has moved the index of this end, such a look throws a
 * {@link CorruptRingException}.
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
    memory = attachment.memory();
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
   *     and the name of the file is not that of this ring any more, so that no successor can come.
   *     After {@link Peer#CLOSED} and {@link Peer#FAILED} the name is not looked at
   * @throws TruncatedRingException if the file was truncated
   * @throws RingInUseException if this end has lost its lock, and another one has attached in its
   *     place
   * @throws RingFaultException if the file's memory could not be read
   * @throws java.io.UncheckedIOException if the file system refuses a look at the lock or the name
   * @throws IllegalStateException if this end is closed
   */
  public final Peer peer() {
    return attachment.peer();
  }

  /**
   * Returns whether the other side is attached to the ring, and its process exists. Throws what
   * {@link #peer} throws.
   *
   * @return whether {@link #peer} is {@link Peer#ALIVE} or {@link Peer#HUNG}
   */
  public final boolean isPeerPresent() {
    Peer peer = peer();
    return peer == Peer.ALIVE || peer == Peer.HUNG;
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
    return attachment.file();
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
   * @throws IllegalStateException if another thread is using a buffer of this end for I/O at this
   *     moment: this end is closed, but the file is still mapped, and another call unmaps it (JDK
   *     22 and later)
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
   * {@link #closeCause} says which, and {@link RingOptions#onErrorDropped} was called before. The
   * threads of streams are daemons; so a process that writes a stream should wait here before it
   * ends, or else its last items may be lost.
   *
   * <p>The wait can be long: a stream waits without a limit for a reader that never comes. If this
   * returns false, {@link #close} or {@link #fail} ends the stream. Then wait again, and look at
   * {@link #closeCause}.
   *
   * <p>Any thread may call this, except that of a stream that uses this end.
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
   * closed while accepted items waited. It is what {@link RingOptions#onErrorDropped} got. After an
   * error of the upstream, or a {@link PeerLostException}, everything that was accepted may be
   * written. If it is not, a suppressed exception has the number.
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
   * Closes this end when its stream has done what it has begun: a writer's stream cancels its upstream and
   * writes what it has accepted; a reader's stream ends after the current call of its subscriber, and what it
   * has not read stays in the file for a successor. If that takes too long, a writer fails, as if
   * {@link #fail} was called, and {@link #closeCause} says how many items are not written, after
   * {@link #awaitClosed}. If no stream uses this end, it is closed at once.
   *
   * @param timeout how long to wait at most; zero or less means not at all
   * @return whether this end is closed in time, and its stream did not fail ({@link #closeCause} is null)
   * @throws InterruptedException if the thread is interrupted while it waits, or was before: this end is
   *     being closed nevertheless, without a limit
   * @throws IllegalStateException if the stream that uses this end calls this: it would wait for itself
   */
  public final boolean closeGracefully(Duration timeout) throws InterruptedException {
    return lifetime.closeGracefully(timeout, attachment.side() == Side.WRITER);
  }

  /**
   * Lets a stream use this end, and nobody else, until it leaves.
   *
   * @param stop ends the stream at once
   * @param finish ends it after what it has accepted
   */
  final void enterStream(Runnable stop, Runnable finish, Thread thread) {
    lifetime.enter(stop, finish, thread);
  }

  /**
   * The stream does not use this end any more.
   *
   * @param cause why it failed, if it did
   */
  final void leaveStream(@Nullable Throwable cause) {
    lifetime.leave(cause);
  }

  /** Closes this end, which nobody uses; if it is closed, unmaps the file, if that failed before. */
  final void closeNow(boolean failed) {
    try {
      if (!closed && !health.isBroken()) {
        beforeClose();
      }
    } finally {
      Faults.forget(); // that of beforeClose
      try {
        if (!closed) {
          closed = true;
          shut();
        }
      } finally {
        attachment.close(failed || health.isBroken());
      }
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
