package org.reactiveserializer.internal.drain;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A reference that many threads contend for, and notes that only the owner writes (the thread that
 * won the contention). Reference and notes each have cache lines of their own, apart from one
 * another and from adjacent objects. The cell encapsulates its access modes: no subclass uses a
 * {@link VarHandle} on these fields.
 *
 * <p>Every access to the reference is volatile, since each takes part in a store-load handshake;
 * see the subclass. The notes that have accessors are opaque: other threads read them too, but
 * conclude nothing about other memory from them. The other notes are plain: only the owner reads
 * them, and the reference passes them from owner to owner.
 *
 * <p>There are 64 bytes on each side of the reference, and on each side of the notes. A test checks
 * the layout.
 */
public abstract class ContendedCell extends ContendedCellNotes {
  @SuppressWarnings("unused")
  int gap3; // with compact object headers the notes do not end at a multiple of eight bytes

  @SuppressWarnings("unused")
  long r0, r1, r2, r3, r4, r5, r6, r7;

  /** Creates a cell that holds {@code null} and zero. */
  protected ContendedCell() {}

  /** Returns the reference. */
  protected final @Nullable Object get() {
    return REFERENCE.getVolatile(this);
  }

  /** Stores {@code next} if the cell holds {@code expected}, and returns whether it did. */
  protected final boolean compareAndSet(@Nullable Object expected, @Nullable Object next) {
    return REFERENCE.compareAndSet(this, expected, next);
  }

  /**
   * Stores {@code next} before any other thread knows of this cell. The fence orders the store
   * before the publication of this cell, so a thread that gets it later, even by a data race, sees
   * the store.
   */
  protected final void setUnshared(Object next) {
    REFERENCE.set(this, next);
    VarHandle.releaseFence();
  }

  /** Stores {@code next} and returns what was there. */
  protected final @Nullable Object getAndSet(@Nullable Object next) {
    return REFERENCE.getAndSet(this, next);
  }

  /** Returns the owner's count, perhaps not the latest. */
  protected final int counterOpaque() {
    return (int) COUNTER.getOpaque(this);
  }

  /** Sets the count, by the owner. */
  protected final void setCounterOpaque(int value) {
    COUNTER.setOpaque(this, value);
  }

  /** Returns the number that the owner set last: see {@link #setInsideOpaque}. */
  public final long insideOpaque() {
    return (long) INSIDE.getOpaque(this);
  }

  /** Sets the number of the thread that is inside the downstream, or zero; by the owner. */
  public final void setInsideOpaque(long thread) {
    INSIDE.setOpaque(this, thread);
  }

  /** Returns how many items were delivered, or a few less. */
  public final long deliveredOpaque() {
    return (long) DELIVERED.getOpaque(this);
  }

  /** Counts one more item as delivered, which uses up one credit. By the owner. */
  public final void countDelivered() {
    DELIVERED.setOpaque(this, deliveredOpaque() + 1);
  }

  /** Returns how many items may be delivered before there must be another grant. By the owner. */
  public final long credit() {
    return granted - deliveredOpaque();
  }

  /** Returns whether there is credit. By the owner. */
  public final boolean hasCredit() {
    return deliveredOpaque() < granted;
  }

  /**
   * Sets up to how many items may be delivered in total; {@code Long.MAX_VALUE}: any number. Returns
   * whether there is credit. By the owner.
   */
  public final boolean grant(long total) {
    granted = total;
    return deliveredOpaque() < total;
  }

  /** Returns whether {@code total} was granted and used. By the owner. */
  public final boolean isUsedUp(long total) {
    return granted == total && deliveredOpaque() >= total;
  }

  private static final VarHandle REFERENCE =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(),
          "reference",
          VarHandle.class,
          ContendedCellReference.class,
          Object.class);

  private static final VarHandle COUNTER = note("counter", int.class);
  private static final VarHandle INSIDE = note("inside", long.class);
  private static final VarHandle DELIVERED = note("delivered", long.class);

  private static VarHandle note(String field, Class<?> type) {
    return ConstantBootstraps.fieldVarHandle(
        MethodHandles.lookup(), field, VarHandle.class, ContendedCellNotes.class, type);
  }
}

/** The reference. */
abstract class ContendedCellReference extends FrontPadding {
  @SuppressWarnings("unused") // through the VarHandle
  volatile @Nullable Object reference;
}

/** The padding between. The {@code int} fills the gap behind a compressed reference. */
abstract class ContendedCellMiddle extends ContendedCellReference {
  @SuppressWarnings("unused")
  int gap2;

  @SuppressWarnings("unused")
  long q0, q1, q2, q3, q4, q5, q6, q7;
}

/** The notes of the owner: a multiple of eight bytes, or a subclass's fields would fill the gap. */
abstract class ContendedCellNotes extends ContendedCellMiddle {
  @SuppressWarnings("unused") // through the VarHandle
  int counter;

  @SuppressWarnings("unused") // through the VarHandle
  long inside;

  @SuppressWarnings("unused") // through the VarHandle
  long delivered;

  /** The number of the thread that left at the last check whether one thread is alone. */
  protected long threadAtLastCheck;

  /** How many exits there are until the next check. */
  protected int exitsUntilCheck;

  /** Up to which count of delivered items there is demand, as far as the owner has looked. */
  long granted;

  // Here, although only the owner reads them, because the cache line is the owner's.

  /** The oldest work that was taken and is not finished yet. By the owner. */
  public @Nullable Work oldest;

  /** The youngest work that was taken and is not finished yet. By the owner. */
  public @Nullable Work youngest;
}
