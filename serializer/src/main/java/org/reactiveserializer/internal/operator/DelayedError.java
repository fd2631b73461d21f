package org.reactiveserializer.internal.operator;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Errors that wait for the end: the first one, with the others suppressed in it. Any thread may add;
 * who takes has to signal it or drop it.
 *
 * <p>Not final so that a stress test can break a step.
 */
public class DelayedError {
  @SuppressWarnings("unused") // by way of the VarHandle
  private volatile @Nullable Throwable first;

  /** Whether the first one keeps suppressed ones: its class may have switched that off. */
  private volatile boolean suppressing;

  /** Creates one without an error. */
  public DelayedError() {}

  /** Adds an error. False if it cannot be kept, and is still the caller's. */
  public boolean add(Throwable error) {
    for (; ; ) {
      if (FIRST.compareAndSet(this, (Throwable) null, error)) {
        return true;
      }
      Throwable kept = first;
      if (kept != null) {
        return kept == error || suppress(kept, error);
      }
    }
  }

  private boolean suppress(Throwable kept, Throwable error) {
    kept.addSuppressed(error);
    // Once is enough. To ask copies all of them.
    suppressing = suppressing || kept.getSuppressed().length > 0;
    return suppressing;
  }

  /** Takes what was added so far, if anything. */
  public @Nullable Throwable take() {
    return (Throwable) FIRST.getAndSet(this, (Throwable) null);
  }

  private static final VarHandle FIRST =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "first", VarHandle.class, DelayedError.class, Throwable.class);
}
