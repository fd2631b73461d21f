package org.reactiveserializer.internal.operator;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.emission.Hooks;

/**
 * Errors that wait for the end. Any thread may add; who takes has to signal what it gets, or drop it. A
 * stack that is taken whole: so each error is in what one of them took, once.
 *
 * <p>Not final so that a stress test can break a step.
 */
public class DelayedError {
  @SuppressWarnings("unused") // by way of the VarHandle
  private volatile @Nullable Kept youngest;

  /** Creates one without an error. */
  public DelayedError() {}

  /** Adds an error. */
  public void add(Throwable error) {
    Kept kept = new Kept(error);
    do {
      kept.next = youngest;
    } while (!YOUNGEST.compareAndSet(this, kept.next, kept));
  }

  /**
   * Takes what was added so far, if anything: the first one, with the others suppressed in it. If its
   * class switched that off, they are dropped.
   */
  public @Nullable Throwable take(Hooks<?> hooks) {
    if (youngest == null) {
      return null; // as nearly always. A volatile look is enough: who adds does so before it looks for the end
    }
    Kept kept = (Kept) YOUNGEST.getAndSet(this, (Kept) null);
    if (kept == null) {
      return null;
    }
    Kept first = oldestFirst(kept);
    for (Kept other = first.next; other != null; other = other.next) {
      if (other.error != first.error && !suppress(first.error, other.error)) {
        hooks.drop(other.error);
      }
    }
    return first.error;
  }

  private static Kept oldestFirst(Kept youngest) {
    Kept done = youngest;
    Kept older = youngest.next;
    youngest.next = null;
    while (older != null) {
      Kept next = older.next;
      older.next = done;
      done = older;
      older = next;
    }
    return done;
  }

  private static boolean suppress(Throwable first, Throwable error) {
    first.addSuppressed(error);
    return first.getSuppressed().length > 0;
  }

  private static final class Kept {
    final Throwable error;

    // The older one; the younger one once taken.
    @Nullable Kept next;

    Kept(Throwable error) {
      this.error = error;
    }
  }

  private static final VarHandle YOUNGEST =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "youngest", VarHandle.class, DelayedError.class, Kept.class);
}
