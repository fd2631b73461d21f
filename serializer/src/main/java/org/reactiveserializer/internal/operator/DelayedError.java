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
  private volatile @Nullable Kept first;

  /** Creates one without an error. */
  public DelayedError() {}

  /** Adds an error. False if it cannot be kept, and is still the caller's. */
  public boolean add(Throwable error) {
    for (; ; ) {
      Kept kept = first;
      if (kept != null) {
        return kept.error == error || kept.suppress(error);
      }
      if (FIRST.compareAndSet(this, (Kept) null, new Kept(error))) {
        return true;
      }
    }
  }

  /** Takes what was added so far, if anything. */
  public @Nullable Throwable take() {
    Kept kept = (Kept) FIRST.getAndSet(this, (Kept) null);
    return kept == null ? null : kept.error;
  }

  /** A first one. There may be another after it was taken. */
  private static final class Kept {
    private final Throwable error;

    /** Whether it keeps suppressed ones: its class may have switched that off. */
    private volatile boolean suppressing;

    Kept(Throwable error) {
      this.error = error;
    }

    private boolean suppress(Throwable another) {
      error.addSuppressed(another);
      // Once is enough. To ask copies all of them.
      suppressing = suppressing || error.getSuppressed().length > 0;
      return suppressing;
    }
  }

  private static final VarHandle FIRST =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "first", VarHandle.class, DelayedError.class, Kept.class);
}
