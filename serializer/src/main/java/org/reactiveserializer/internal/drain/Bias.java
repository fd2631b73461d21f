package org.reactiveserializer.internal.drain;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.reactiveserializer.internal.barrier.ProcessBarrier;

/**
 * A promise to one thread, its holder: it may acquire and release ownership by plain stores
 * as long as this object is the value of the word. A thread that takes this object out of
 * the word revokes the promise, for good: the next promise is a new object.
 *
 * <p>The holder is known by its number, so that the promise does not keep a thread alive.
 */
public final class Bias {
  final long holder = ThreadNumber.ofThisThread();

  /**
   * The mark: the number of the holder while it is outside, zero while it is inside (has ownership
   * by this promise). So a single read shows a thread both that it is the holder and that it is not
   * already inside. Only the holder writes it, through the VarHandle. It is volatile for the bare
   * store that the holder makes when it is out of stack space.
   */
  volatile long vacantFor = holder;

  /** Whether a thread has claimed ownership after the promise was revoked. */
  @SuppressWarnings("unused") // through the VarHandle
  private int claimed;

  /** Creates a promise to this thread, which is outside. */
  Bias() {}

  /** Returns whether this thread is the holder, and outside. */
  boolean isVacantForThisThread() {
    return (long) VACANT_FOR.getOpaque(this) == ThreadNumber.ofThisThread();
  }

  /** Returns whether this thread is the holder. */
  boolean isOfThisThread() {
    return holder == ThreadNumber.ofThisThread();
  }

  /**
   * Marks the holder as inside. It must look at the word next. Opaque is enough: what orders the
   * two for the thread that revokes is that thread's {@link ProcessBarrier}.
   */
  public void enter() {
    VACANT_FOR.setOpaque(this, 0L);
    ProcessBarrier.compilerOnly();
  }

  /**
   * Marks the holder as outside. It must look at the word next. Release: what the holder did inside
   * happens-before what a thread does that reads the mark and claims ownership.
   */
  public void leave() {
    VACANT_FOR.setRelease(this, holder);
    ProcessBarrier.compilerOnly();
  }

  /**
   * Claims ownership after the promise was revoked. Returns true to one thread: the owner.
   */
  public boolean claim() {
    return CLAIMED.compareAndSet(this, 0, 1);
  }

  /**
   * As {@link #claim}, if the holder is outside. By a thread that has revoked and then fenced the
   * holder.
   */
  boolean claimIfVacant() {
    return (long) VACANT_FOR.getAcquire(this) != 0 && claim();
  }

  private static final VarHandle VACANT_FOR =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "vacantFor", VarHandle.class, Bias.class, long.class);

  private static final VarHandle CLAIMED =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "claimed", VarHandle.class, Bias.class, int.class);
}
