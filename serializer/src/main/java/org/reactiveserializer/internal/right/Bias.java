package org.reactiveserializer.internal.right;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.reactiveserializer.internal.barrier.ProcessBarrier;

/**
 * A right's promise to one thread that it may enter and leave by plain stores, until somebody takes
 * this object out of the right's word. Then it is over for good: a new promise is a new object.
 *
 * <p>The owner is known by its number, so that no thread is kept alive.
 */
public final class Bias {
  final long owner = ThreadNumber.ofThisThread();

  /**
   * The number of the owner while it is outside, and zero while it is inside: so that one look tells
   * a thread both that it is the owner and that it is not inside already. Written by the owner only,
   * through the VarHandle; volatile for the bare store where there is no stack for more.
   */
  volatile long vacantFor = owner;

  /** Whether someone has claimed the right after the end of the promise. */
  @SuppressWarnings("unused") // through the VarHandle
  private int claimed;

  /** Makes a promise to this thread, which is outside. */
  Bias() {}

  /** Tells a thread whether it is the owner, and outside. */
  boolean isVacantForThisThread() {
    return (long) VACANT_FOR.getOpaque(this) == ThreadNumber.ofThisThread();
  }

  /** Tells a thread whether it is the owner. */
  boolean isOfThisThread() {
    return owner == ThreadNumber.ofThisThread();
  }

  /** Marks the owner as inside, before it looks at the word. */
  public void enter() {
    VACANT_FOR.setOpaque(this, 0L);
    ProcessBarrier.compilerOnly();
  }

  /** Marks the owner as outside, before it looks at the word. Release: what it did comes before. */
  public void leave() {
    VACANT_FOR.setRelease(this, owner);
    ProcessBarrier.compilerOnly();
  }

  /** Decides who has the right after the end of the promise: the one that gets {@code true}. */
  public boolean claim() {
    return CLAIMED.compareAndSet(this, 0, 1);
  }

  /** As {@link #claim}, by the thread that ended the promise. It has fenced the owner before. */
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
