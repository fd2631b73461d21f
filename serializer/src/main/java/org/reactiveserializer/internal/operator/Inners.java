package org.reactiveserializer.internal.operator;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.drain.StackRoom;
import org.reactiveserializer.internal.emission.Sources;

/**
 * The inners of a merge: a list of those that live, and how many more are to be requested of the
 * outer source. Only the owner accesses it.
 *
 * <p>The list is linked through the inners, so adding and removing take constant time and no memory.
 *
 * @param <T> the type of the items
 */
public class Inners<T> extends Sources<Inner<T>> {
  private static final int MAX_PASSES_POSTPONED = 64;

  private @Nullable Merger<?, T> merge;

  private @Nullable Inner<?> youngest;
  private int count;

  // Whether the owner knows that the outer source ended. It then knows of all inners before that
  // end.
  private boolean noMore;

  // How many inners to request, and for how many passes that is postponed.
  private long due;
  private int passesPostponed;

  /** Creates the inners of the merge that gets them. */
  public Inners() {}

  final void belongTo(Merger<?, T> owner) {
    merge = owner;
  }

  final Merger<?, T> merge() {
    return Objects.requireNonNull(merge);
  }

  // How many items wait.

  @Override
  protected final int delivering(Inner<T> inner) {
    if (inner.requestsAtNext()) {
      StackRoom.ensureInside(); // before the inner forgets that the request is due
    }
    return inner.delivered(1);
  }

  @Override
  protected final void waits(Inner<T> inner, int n) {
    inner.addWaiting(n);
  }

  @Override
  protected final void delivered(Inner<T> inner, int n) {
    inner.addWaiting(-n);
    int request = inner.delivered(n);
    if (inner.tryMarkRemoved()) {
      removeEnded(inner);
    } else if (request != 0) {
      inner.request(request);
    }
  }

  // Which inners live.

  @Override
  protected void occurred(@Nullable Inner<T> inner, boolean ends) {
    merge().endForFailedStep();
    if (inner == null) {
      noMore = true;
      return;
    }
    if (inner.tryMarkLive()) {
      add(inner);
      checkConcurrency();
    }
    if (ends) {
      inner.markEnded();
      if (inner.tryMarkRemoved()) {
        removeEnded(inner);
      }
    }
  }

  private void checkConcurrency() {
    Merger<?, T> merger = merge();
    if (count > merger.concurrency() && merger.outer.signals() == Signals.EXPECTED) {
      merger.outer.violated(
          new IllegalStateException(
              "§1.1: the outer source signalled more than was requested: inner number "
                  + count
                  + ", where concurrency is "
                  + merger.concurrency()));
    }
  }

  @Override
  protected final void abandoned(@Nullable Inner<T> inner) {
    if (inner != null) {
      inner.cancelSafely();
    }
  }

  @Override
  protected final boolean ended() {
    return noMore && youngest == null;
  }

  @Override
  protected final Object takeEnd() {
    return merge().takeEndOfSources();
  }

  void add(Inner<?> inner) {
    Inner<?> neighbour = youngest;
    inner.older = neighbour;
    if (neighbour != null) {
      neighbour.younger = inner;
    }
    youngest = inner;
    count++;
  }

  void remove(Inner<?> inner) {
    Inner<?> younger = inner.younger;
    Inner<?> older = inner.older;
    if (younger == null) {
      youngest = older;
    } else {
      younger.older = older;
    }
    if (older != null) {
      older.younger = younger;
    }
    // A publisher may keep a reference to this inner, which must not keep the others reachable.
    inner.younger = null;
    inner.older = null;
    count--;
  }

  private void removeEnded(Inner<?> inner) {
    remove(inner);
    due++;
  }

  /** Cancels and removes all inners. */
  final void cancel() {
    while (youngest != null) {
      Inner<?> inner = youngest;
      // First: if it is out of stack space, the next attempt finds the inner here.
      inner.cancelSafely();
      remove(inner);
    }
  }

  // How many more to request.

  @Override
  public final long takeDue() {
    long taken = due;
    if (taken < merge().concurrency() - count - taken) {
      // More inners than that were requested and have not arrived: no request is needed yet.
      return 0;
    }
    due = 0;
    return taken;
  }

  @Override
  public final void returnDue(long taken) {
    due += taken;
  }

  @Override
  public void request(long taken) {
    Merger<?, T> merger = merge();
    if (!merger.isOver() && !merger.hasEnded()) {
      merger.outer.request(taken);
    }
  }

  // Other threads may keep the owner busy without end. Then it requests inners itself, though one
  // that answers at once must hand over all its items. So it does not if the prefetch does not
  // bound these.
  @Override
  protected final void look() {
    merge().endForFailedStep();
    if (due == 0) {
      passesPostponed = 0;
    } else if (merge().prefetch != Integer.MAX_VALUE && ++passesPostponed > MAX_PASSES_POSTPONED) {
      passesPostponed = 0;
      long taken = takeDue();
      if (taken != 0) {
        request(taken);
      }
    }
  }
}
