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
 * Errors that wait for the end. Any thread may add; who takes has to signal what it gets, or drop it. A
 * stack that is taken whole: so each error is in what one of them took, once.
 *
 * <p>The errors are the sources' own, which may be constants, or go to others as well: nothing is ever
 * written to them. Several are parts of a fresh error.
 *
 * <p>Not final so that a stress test can break a step.
 */
public class DelayedError {
  @SuppressWarnings("unused") // through the VarHandle
  private volatile @Nullable Kept youngest;

  /** Creates one without an error. */
  public DelayedError() {}

  /** Adds an error. */
  public void add(Throwable error) {
    Kept kept = new Kept(error);
    do {
      kept.older = youngest;
    } while (!YOUNGEST.compareAndSet(this, kept.older, kept));
  }

  /**
   * Takes what was added so far, if anything: the error itself if there is one, however often it was added;
   * otherwise a fresh one that is caused by the first and has the others suppressed in it, in the order of
   * arrival. In linear time. If the heap does not suffice for that, the first, and the others are dropped.
   */
  public @Nullable Throwable take(Hooks<?> hooks) {
    // Nearly always there is none. A volatile look is enough: who adds does so before it looks for the end.
    for (Kept last = youngest; last != null; last = youngest) {
      Throwable all = null;
      try {
        all = together(last); // first: if the stack ends meanwhile, they are still there
      } catch (OutOfMemoryError noHeap) {
        // what follows needs none
      }
      if (YOUNGEST.compareAndSet(this, last, (Kept) null)) {
        return all != null ? all : firstOf(last, hooks);
      }
    }
    return null;
  }

  private static Throwable together(Kept youngest) {
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

  /** Drops the others. */
  private static Throwable firstOf(Kept youngest, Hooks<?> hooks) {
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
