package org.reactiveserializer.io.internal.datagram;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A pool of direct buffers of one size, which one thread (the reading thread) acquires, and any
 * thread gives back. It grows as far as {@code limit}, one buffer at a time, and never throws
 * {@link OutOfMemoryError}.
 *
 * <p>Buffers that were given back are in a stack of linked buffers (Treiber 1986). The reading
 * thread does not pop: it takes the whole stack at once.
 *
 * <p><b>Invariants</b>
 *
 * <ol>
 *   <li>A buffer has one owner: the caller that acquired it, or the stack {@code returned}, or the
 *       reading thread's own list {@code free}.
 *   <li>{@code next} is written by the buffer's owner only. So a buffer that is in the stack has a
 *       constant {@code next}, until the reading thread has taken the whole stack.
 *   <li>There is no ABA problem. A thread that pushes compares only the head, and any head is a
 *       right successor of its buffer, also one that was taken and given back meanwhile. The thread
 *       that takes compares nothing.
 *   <li>What the last owner did with the buffer happens-before what the next one does: {@code
 *       giveBack} publishes by a volatile {@code compareAndSet}, and {@code acquire} takes by a
 *       volatile {@code getAndSet}, so the reads of {@code next} may be plain.
 *   <li>When the pool is closed, buffers that nobody owns are garbage. {@link #close} sets {@code
 *       closed} before it takes the stack. A thread that gives a buffer back reads {@code closed}
 *       after that, and takes the stack if it is set. So no buffer stays there.
 *   <li>At most {@code limit} buffers exist.
 * </ol>
 *
 * <p>Not final, so that a stress test can break a step.
 */
public class BufferPool {
  /**
   * How long the pool does not try to allocate again after a failure, in nanoseconds. The virtual
   * machine collects garbage and sleeps before it throws, for half a second altogether, in which
   * nobody reads.
   */
  private static final long RETRY = TimeUnit.SECONDS.toNanos(10);

  private final int bufferSize;
  private final int limit;
  private final IntFunction<ByteBuffer> allocator;
  private final AtomicInteger allocated = new AtomicInteger();

  // Not private, so that a stress test can break a step.
  volatile @Nullable PooledBuffer returned;
  private volatile boolean closed;

  // Accessed by the reading thread only.
  private @Nullable PooledBuffer free;
  private boolean failed;
  private long failedAt;

  /** Creates an empty pool of at most {@code limit} direct buffers of {@code bufferSize} bytes. */
  public BufferPool(int bufferSize, int limit) {
    this(bufferSize, limit, ByteBuffer::allocateDirect);
  }

  BufferPool(int bufferSize, int limit, IntFunction<ByteBuffer> allocator) {
    this.bufferSize = bufferSize;
    this.limit = limit;
    this.allocator = allocator;
  }

  /**
   * Returns a buffer, or null if there is none and no more can be allocated. By the reading thread.
   */
  public final @Nullable PooledBuffer acquire() {
    PooledBuffer first = free == null && returned != null ? takeReturned() : free;
    if (first == null) {
      return allocate();
    }
    free = first.next;
    first.next = null;
    return first;
  }

  private @Nullable PooledBuffer takeReturned() {
    return (PooledBuffer) RETURNED.getAndSet(this, (PooledBuffer) null);
  }

  /** Puts back a buffer that was not used. By the reading thread. */
  public final void putBack(PooledBuffer unused) {
    unused.next = free;
    free = unused;
  }

  /** Gives a buffer back, which the caller owns. By any thread. */
  final void giveBack(PooledBuffer buffer) {
    PooledBuffer head;
    do {
      head = returned;
      buffer.next = head;
    } while (!replaceHead(head, buffer));
    if (isClosed()) {
      dropReturned();
    }
  }

  /** Returns whether a buffer that was given back may have come too late for {@link #close}. */
  boolean isClosed() {
    return closed;
  }

  /**
   * Leaves all buffers to the garbage collector, those that have an owner when they are given back.
   * By the reading thread, which acquires no more.
   */
  public final void close() {
    closed = true;
    drop(free);
    free = null;
    dropReturned();
  }

  private void dropReturned() {
    drop(takeReturned());
  }

  private void drop(@Nullable PooledBuffer first) {
    for (PooledBuffer next = first; next != null; next = next.next) {
      allocated.decrementAndGet();
    }
  }

  /** Replaces the head of the stack if it is {@code head}. */
  boolean replaceHead(@Nullable PooledBuffer head, PooledBuffer next) {
    return RETURNED.compareAndSet(this, head, next);
  }

  private @Nullable PooledBuffer allocate() {
    if (allocated.get() >= limit || (failed && System.nanoTime() - failedAt < RETRY)) {
      return null;
    }
    try {
      PooledBuffer fresh = new PooledBuffer(this, allocator.apply(bufferSize));
      allocated.incrementAndGet(); // by this thread only; others only decrement
      failed = false;
      return fresh;
    } catch (OutOfMemoryError noMemory) {
      failed = true;
      failedAt = System.nanoTime();
      return null;
    }
  }

  /** Returns how many buffers exist. */
  public final int allocated() {
    return allocated.get();
  }

  private static final VarHandle RETURNED =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(),
          "returned",
          VarHandle.class,
          BufferPool.class,
          PooledBuffer.class);
}
