package org.reactiveserializer.internal.waiting;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.right.ThreadNumber;

/**
 * Where threads find their open runs again. By any thread, without an atomic instruction: a run that another thread's
 * write overtakes is not found again, and its thread opens another. A run is never replaced while it is open, but by
 * such a race.
 *
 * @param <T> the type of the items
 */
public final class OpenRuns<T> {
  private static final int SLOTS = 16;

  /** Of these many slots a thread uses one. */
  private static final int PROBES = 4;

  @SuppressWarnings("unchecked") // filled by open only
  private final @Nullable Run<T>[] slots = (Run<T>[]) new Run<?>[SLOTS];

  public OpenRuns() {}

  /** Appends an item to the open run of this thread, if there is one. */
  public boolean append(T item) {
    int first = (int) ThreadNumber.ofThisThread();
    for (int i = first; i != first + PROBES; i++) {
      Run<T> run = slots[i & (SLOTS - 1)];
      if (run != null && run.append(item)) {
        return true;
      }
    }
    return false;
  }

  /** Makes a run of this thread, to be remembered when it is handed over; {@code null} if others have all its slots. */
  public @Nullable Run<T> make(T item, @Nullable Object source) {
    int slot = free();
    return slot < 0 ? null : Run.of(item, source, slots[slot]);
  }

  /** Has this thread find {@code run} again, if there is still a slot. */
  public void remember(Run<T> run) {
    int slot = free();
    if (slot >= 0) {
      slots[slot] = run;
    }
  }

  private int free() {
    int first = (int) ThreadNumber.ofThisThread();
    for (int i = first; i != first + PROBES; i++) {
      Run<T> last = slots[i & (SLOTS - 1)];
      if (last == null || last.isSealed()) {
        return i & (SLOTS - 1);
      }
    }
    return -1;
  }

  /** Returns how many items have come that the owner does not know of yet. */
  public int growth() {
    int sum = 0;
    for (Run<T> run : slots) {
      sum += run == null ? 0 : run.growth();
    }
    return sum;
  }
}
