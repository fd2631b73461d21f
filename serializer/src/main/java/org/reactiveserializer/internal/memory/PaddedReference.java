package org.reactiveserializer.internal.memory;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * One reference that shares its cache line, and the lines beside it, with nothing else that is
 * written. It owns its access modes: whoever builds on it never meets a {@link VarHandle}.
 *
 * <p>Every access is volatile, since every one of them takes part in a store-load handshake; see
 * the subclass. The padding is 128 bytes on either side because adjacent-line prefetchers fetch
 * lines in pairs.
 */
public abstract class PaddedReference extends PaddedReferenceValue {
  @SuppressWarnings("unused")
  private long q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15;

  /** Creates a cell that holds {@code null}. */
  protected PaddedReference() {}

  /** Returns the reference. */
  protected final @Nullable Object get() {
    return VALUE.getVolatile(this);
  }

  /** Stores {@code next} if the cell holds {@code expected}, and tells whether it did. */
  protected final boolean compareAndSet(@Nullable Object expected, @Nullable Object next) {
    return VALUE.compareAndSet(this, expected, next);
  }

  /** Stores {@code next} and returns what was there. */
  protected final @Nullable Object getAndSet(@Nullable Object next) {
    return VALUE.getAndSet(this, next);
  }

  private static final VarHandle VALUE =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "value", VarHandle.class, PaddedReferenceValue.class, Object.class);
}

/**
 * The bytes in front: a superclass of the value, for only the order of classes fixes the order of
 * fields. HotSpot moves a field of a subclass that fits into a gap of its superclass, such as the
 * four bytes behind a compressed class pointer; the {@code int} is there to fill it first.
 */
abstract class PaddedReferenceFront {
  @SuppressWarnings("unused")
  private int gap;

  @SuppressWarnings("unused")
  private long p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15;
}

/** The reference itself. */
abstract class PaddedReferenceValue extends PaddedReferenceFront {
  @SuppressWarnings("unused") // by way of the VarHandle
  volatile @Nullable Object value;
}
