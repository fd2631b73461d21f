package org.reactiveserializer.internal.right;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A reference that many threads contend for, and notes that only the winner writes: each on cache
 * lines of their own, apart from one another and from the objects beside this one. The cell owns its
 * access modes: whoever builds on it never meets a {@link VarHandle}.
 *
 * <p>The reference is volatile in every access, since every one takes part in a store-load
 * handshake; see the subclass. What has an accessor is opaque: other threads only report it. The other notes
 * are plain, for the next winner: the reference hands them over.
 *
 * <p>64 bytes lie on each side of each. A test reads the layout back.
 */
public abstract class ContendedCell extends ContendedCellNotes {
  @SuppressWarnings("unused")
  int gap3; // with compact object headers the notes end in the middle of eight bytes

  @SuppressWarnings("unused")
  long r0, r1, r2, r3, r4, r5, r6, r7;

  /** Creates a cell that holds {@code null} and zero. */
  protected ContendedCell() {}

  /** Returns the reference. */
  protected final @Nullable Object get() {
    return REFERENCE.getVolatile(this);
  }

  /** Stores {@code next} if the cell holds {@code expected}, and tells whether it did. */
  protected final boolean compareAndSet(@Nullable Object expected, @Nullable Object next) {
    return REFERENCE.compareAndSet(this, expected, next);
  }

  /** Stores {@code next}, before any other thread knows of this cell: whoever is told of it later, even by a race, sees that. */
  protected final void setUnshared(Object next) {
    REFERENCE.set(this, next);
    VarHandle.releaseFence();
  }

  /** Stores {@code next} and returns what was there. */
  protected final @Nullable Object getAndSet(@Nullable Object next) {
    return REFERENCE.getAndSet(this, next);
  }

  /** Returns what the winner counted last, or a little earlier. */
  protected final int counterOpaque() {
    return (int) COUNTER.getOpaque(this);
  }

  /** Counts, by the winner. */
  protected final void setCounterOpaque(int value) {
    COUNTER.setOpaque(this, value);
  }

  /** Returns the number of the thread that the winner said is inside. */
  public final long insideOpaque() {
    return (long) INSIDE.getOpaque(this);
  }

  /** Says who is inside, by the winner. */
  public final void setInsideOpaque(long thread) {
    INSIDE.setOpaque(this, thread);
  }

  /** Returns how many the winner said were delivered, or a few less. */
  public final long deliveredOpaque() {
    return (long) DELIVERED.getOpaque(this);
  }

  /** Says how many were delivered, by the winner. */
  protected final void setDeliveredOpaque(long n) {
    DELIVERED.setOpaque(this, n);
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

/**
 * The bytes in front. Superclasses, for only the order of classes fixes the order of fields. And
 * HotSpot moves a field that fits into a gap of a superclass, such as the four bytes behind a
 * compressed class pointer; the {@code int} is there to fill it first.
 */
abstract class ContendedCellFront {
  @SuppressWarnings("unused")
  int gap;

  @SuppressWarnings("unused")
  long p0, p1, p2, p3, p4, p5, p6, p7;
}

/** The reference. */
abstract class ContendedCellReference extends ContendedCellFront {
  @SuppressWarnings("unused") // through the VarHandle
  volatile @Nullable Object reference;
}

/** The bytes between. The {@code int} fills up behind a compressed reference. */
abstract class ContendedCellMiddle extends ContendedCellReference {
  @SuppressWarnings("unused")
  int gap2;

  @SuppressWarnings("unused")
  long q0, q1, q2, q3, q4, q5, q6, q7;
}

/** What the winner writes: a multiple of eight bytes, or a subclass's fields would fill the gap. */
abstract class ContendedCellNotes extends ContendedCellMiddle {
  @SuppressWarnings("unused") // through the VarHandle
  int counter;

  @SuppressWarnings("unused") // through the VarHandle
  long inside;

  @SuppressWarnings("unused") // through the VarHandle
  long delivered;

  /** The number of the thread that left at the last look. */
  protected long threadAtLastCheck;

  /** How many exits it is until the next look. */
  protected int exitsUntilCheck;

  /** How long a thread that meets another one waits before it takes, in nanoseconds. */
  public int takePause;

  /** How many items may be delivered before demand is looked at. */
  public long credit;

  /** What was swapped out of the reference. */
  public @Nullable Work taken;

  // Of an operator's owner, and of nobody else: what the others read lies behind the padding.

  /** The oldest of what was taken and is not delivered yet. */
  protected @Nullable Work oldest;

  /** The youngest of that. */
  protected @Nullable Work youngest;

  /** The oldest of what was taken since the owner sealed all: nothing before it is open. */
  protected @Nullable Work oldestOpen;

  /** Items that this thread may still deliver for others; written only if there is a limit. */
  int allowance = Integer.MAX_VALUE;
}
