package org.reactiveserializer.internal.operator;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Errors that wait for the end. Any thread may add one. A thread that takes must signal or drop
 * what it gets. The errors form a stack that is taken as a whole, so exactly one taker gets each of
 * them, once.
 *
 * <p>Nothing is ever written to an error of a source: it may be a constant, or also be signalled
 * elsewhere. Several errors become parts of a fresh one.
 */
public final class DelayedErrors {
  /** No errors: for a merge that delays none. Nothing is ever added. */
  static final DelayedErrors NONE = new DelayedErrors();

  /** Makes one error of several. */
  public interface Composite {
    /**
     * Returns a fresh error.
     *
     * @param failed how many sources failed
     * @param errors the errors, at least two, each once, in the order in which they were added
     */
    Throwable composite(int failed, Throwable[] errors);
  }

  private final AtomicReference<@Nullable Kept> youngest = new AtomicReference<>();

  /** Creates an empty stack of errors. */
  public DelayedErrors() {}

  /** Adds an error. */
  public void add(Throwable error) {
    Kept kept;
    do {
      kept = new Kept(error, youngest.get());
    } while (!youngest.compareAndSet(kept.older, kept));
  }

  /**
   * Takes all errors that were added so far; returns null if there are none. If they are one and
   * the same error, however often it was added, returns that error. Otherwise returns a fresh
   * error, made by {@code composite}. Takes linear time.
   */
  public @Nullable Throwable take(Composite composite) {
    // Usually there is none. A volatile read is enough to find that out: the end of the stream is
    // set before the last take, and a thread that adds an error looks for the end afterwards. So
    // one of the two finds it.
    for (Kept last = youngest.get(); last != null; last = youngest.get()) {
      Throwable combined = combine(last, composite); // first: if it throws, the errors are here
      if (youngest.compareAndSet(last, null)) {
        return combined;
      }
    }
    return null;
  }

  private static Throwable combine(Kept youngest, Composite composite) {
    if (youngest.older == null) {
      return youngest.error;
    }
    List<Throwable> errors = new ArrayList<>();
    for (Kept kept = youngest; kept != null; kept = kept.older) {
      errors.add(kept.error);
    }
    int failed = errors.size();
    Collections.reverse(errors);
    Set<Throwable> known = Collections.newSetFromMap(new IdentityHashMap<>());
    errors.removeIf(error -> !known.add(error));
    return errors.size() == 1
        ? errors.get(0)
        : composite.composite(failed, errors.toArray(new Throwable[0]));
  }

  /** Makes an error whose cause is the first of these, and in which the others are suppressed. */
  public static Throwable suppressing(int failed, Throwable[] errors) {
    Throwable all = new RuntimeException(failed + " sources failed", errors[0]);
    for (int i = 1; i < errors.length; i++) {
      all.addSuppressed(errors[i]);
    }
    return all;
  }

  private record Kept(Throwable error, @Nullable Kept older) {}
}
