package org.reactiveserializer.internal.operator;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.ending.Hooks;

/**
 * Errors that wait for the end. Any thread may add one. A thread that takes must signal or drop
 * what it gets. The errors form a stack that is taken as a whole, so exactly one taker gets each of
 * them, once.
 *
 * <p>Nothing is ever written to an error of a source: it may be a constant, or also be signalled
 * elsewhere. Several errors become parts of a fresh one.
 *
 * <p>Not final, so that a stress test can break a step.
 */
public class DelayedError {
  /** No errors: for a merge that delays none. Nothing is ever added. */
  static final DelayedError NONE = new DelayedError();

  @SuppressWarnings("unused") // through the VarHandle
  private volatile @Nullable Kept youngest;

  /** Creates an empty stack of errors. */
  public DelayedError() {}

  /** Adds an error. */
  public void add(Throwable error) {
    Kept kept = new Kept(error);
    do {
      kept.older = youngest;
    } while (!YOUNGEST.compareAndSet(this, kept.older, kept));
  }

  /**
   * Takes all errors that were added so far; returns null if there are none. If they are one and
   * the same error, however often it was added, returns that error. Otherwise returns a fresh
   * error: its cause is the error that was added first, and the others are suppressed in it, in the
   * order in which they were added, each once. Takes linear time. If the heap is too full for that,
   * returns the first error and drops the others.
   */
  public @Nullable Throwable take(Hooks<?> hooks) {
    // Usually there is none. A volatile read is enough to find that out: the end of the stream is
    // set before the last take, and a thread that adds an error looks for the end afterwards. So
    // one of the two finds it.
    for (Kept last = youngest; last != null; last = youngest) {
      Throwable combined = null;
      try {
        // Before the CAS: if this is out of stack space, the errors are still here.
        combined = combine(last);
      } catch (OutOfMemoryError outOfMemory) {
        // what follows does not allocate
      }
      if (YOUNGEST.compareAndSet(this, last, (Kept) null)) {
        return combined != null ? combined : keepFirst(last, hooks);
      }
    }
    return null;
  }

  private static Throwable combine(Kept youngest) {
    if (youngest.older == null) {
      return youngest.error;
    }
    int count = 0;
    for (Kept kept = youngest; kept != null; kept = kept.older) {
      count++;
    }
    Throwable[] errors = new Throwable[count];
    int next = count;
    for (Kept kept = youngest; kept != null; kept = kept.older) {
      errors[--next] = kept.error;
    }
    Set<Throwable> distinct = Collections.newSetFromMap(new IdentityHashMap<>());
    Throwable first = errors[0];
    distinct.add(first);
    Throwable all = first;
    for (Throwable error : errors) {
      if (distinct.add(error)) {
        if (all == first) {
          all = new RuntimeException(count + " sources failed", first);
        }
        all.addSuppressed(error);
      }
    }
    return all;
  }

  /** Returns the error that was added first, and drops the others. */
  private static Throwable keepFirst(Kept youngest, Hooks<?> hooks) {
    Kept oldest = youngest;
    while (oldest.older != null) {
      oldest = oldest.older;
    }
    for (Kept kept = youngest; kept != null; kept = kept.older) {
      if (kept.error != oldest.error) {
        hooks.drop(kept.error);
      }
    }
    return oldest.error;
  }

  private static final class Kept {
    final Throwable error;
    @Nullable Kept older;

    Kept(Throwable error) {
      this.error = error;
    }
  }

  private static final VarHandle YOUNGEST =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "youngest", VarHandle.class, DelayedError.class, Kept.class);
}
