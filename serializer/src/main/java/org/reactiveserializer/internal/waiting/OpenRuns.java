package org.reactiveserializer.internal.waiting;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.right.ThreadNumber;

/**
 * Where threads find their open runs again. Any thread may call any method. There is no atomic
 * instruction: if another thread overwrites the slot of a run at the same moment, that run is not
 * found again, and its thread opens another one. Except by such a race an open run is never
 * replaced.
 *
 * <p><b>Invariant.</b> A thread never returns to an older run of its own. Only that thread stores
 * its runs, each once. And accesses to a slot are opaque, so coherent: a thread that has seen
 * another run in the place of its own does not see its own there again.
 *
 * @param <T> the type of the items
 */
public final class OpenRuns<T> {
  private static final int SLOTS = 16;

  /** A thread uses one of this many slots. */
  private static final int PROBES = 4;

  private final Run<?>[] slots = new Run<?>[SLOTS];

  public OpenRuns() {}

  /** Appends an item to the open run of this thread. Returns false if there is none. */
  public boolean append(T item) {
    int first = (int) ThreadNumber.ofThisThread();
    for (int i = first; i != first + PROBES; i++) {
      Run<T> run = get(i & (SLOTS - 1));
      if (run != null && run.append(item)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Makes a run of this thread, to be remembered when it is handed over; null if there is no slot
   * for it.
   */
  public @Nullable Run<T> make(T item, @Nullable Object source) {
    int slot = free();
    return slot < 0 ? null : Run.of(item, source, get(slot));
  }

  /** Stores {@code run}, so that this thread finds it again, if there is still a slot. */
  public void remember(Run<T> run) {
    int slot = free();
    if (slot >= 0) {
      SLOT.setOpaque(slots, slot, run);
    }
  }

  private int free() {
    int first = (int) ThreadNumber.ofThisThread();
    for (int i = first; i != first + PROBES; i++) {
      Run<T> last = get(i & (SLOTS - 1));
      if (last == null || last.isSealed()) {
        return i & (SLOTS - 1);
      }
    }
    return -1;
  }

  /** Returns how many items were appended that the owner does not know of yet. */
  public int growth() {
    int sum = 0;
    for (int i = 0; i < SLOTS; i++) {
      Run<T> run = get(i);
      sum += run == null ? 0 : run.growth();
    }
    return sum;
  }

  @SuppressWarnings("unchecked") // filled by remember only
  private @Nullable Run<T> get(int slot) {
    return (Run<T>) SLOT.getOpaque(slots, slot);
  }

  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Run[].class);
}
