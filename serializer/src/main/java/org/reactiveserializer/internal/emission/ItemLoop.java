package org.reactiveserializer.internal.emission;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.emission.Termination.End;
import org.reactivestreams.Subscription;

/**
 * The item loop: delivers what was handed over, as far as there is demand for it, and ends the
 * stream. The only such loop; an operator supplies where items come from and what follows from their
 * delivery.
 *
 * <p>The fate of an item is decided in one place each: delivered in {@link #deliver}, or in {@link
 * #emitNow} on the fast path; discarded by the emitter that took it and did not deliver it, or by the
 * thread that brought it when it was too late; refused by an exception that leaves {@link #next}
 * before anything was handed over.
 *
 * <p><b>Order.</b> Items are delivered in the order in which they were handed over. One goes straight
 * through only if none waits: neither in the right's list, which would keep the word from being
 * IDLE, nor for demand.
 *
 * @param <S> what items come from, if an operator has several sources
 * @param <T> the type of the items
 */
public abstract class ItemLoop<S, T> extends EmissionLoop implements Subscription {
  /**
   * With more items than this in the list the emitter is likely to be off its processor while
   * producers fill the heap, so they offer it theirs: once a run, not once an item. A courtesy, not a
   * wait: nothing depends on it.
   */
  private static final int LONG_LIST = 4096;

  // In place of what is due: somebody else emits.
  private static final int BUSY = -1;

  /** The way to the downstream. */
  protected final Outlet<T> outlet;

  /** How the stream is to end. */
  protected final Termination termination;

  /** Where items and errors go that cannot be signalled. */
  protected final Hooks<? super T> hooks;

  // Set before a signal, cleared by the pass that passes onSubscribe on.
  private volatile boolean subscribed;

  // What was taken and is not delivered yet: runs, oldest first. Of the owner.
  private @Nullable Work oldest;
  private @Nullable Work youngest;

  /** Creates a loop around a right and a termination, both fresh. */
  protected ItemLoop(
      EmissionRight right, Termination termination, Outlet<T> outlet, Hooks<? super T> hooks) {
    super(right);
    this.termination = termination;
    this.outlet = outlet;
    this.hooks = hooks;
  }

  // The hooks. All are called by the owner.

  /** Returns how many items may be delivered now. If none, whoever changes that signals. */
  protected long room() {
    return Long.MAX_VALUE;
  }

  /** Nothing waits for room any more. */
  protected void satisfied() {}

  /**
   * An item of {@code source} is about to go straight through. Returns what {@link #next} is to
   * return: how many items to request of the source now that this thread will not emit any more.
   */
  protected int straight(S source) {
    return 0;
  }

  /** {@code n} more items of {@code source} wait. */
  protected void waits(S source, int n) {}

  /** {@code n} items of {@code source} that waited are delivered. */
  protected void delivered(S source, int n) {}

  /** A {@link #turn} of {@code source}. */
  protected void turned(S source) {}

  /** The terminal is about to be signalled: lets the sources go that have ended, cancels others. */
  protected abstract void releaseSources();

  /** The downstream cancelled, or threw (§2.13): cancels all sources. Perhaps again. */
  protected abstract void cancelSources();

  /** Looks at what else was signalled, after work was taken and before it is delivered. */
  protected void look() {
    if (subscribed) {
      subscribed = false;
      if (termination.end() != End.CANCELLED) {
        outlet.subscribe(this);
      }
    }
  }

  /** Has this subscribed to by the downstream (§1.9), as its first signal. */
  protected final void subscribeDownstream() {
    subscribed = true;
    signal();
  }

  /**
   * Brings an item, to be delivered now or by the owner, or discarded. By any thread. Returns how
   * many items to request of the source.
   */
  protected final int next(S source, T item) {
    int due = atOnce(source, item);
    if (due == BUSY) {
      if (isEnding() || !handOver(source, item)) {
        hooks.discard(item); // §1.7: too late
        abortIfDeserted();
      }
      return 0;
    }
    return due;
  }

  /**
   * Has the owner called with {@link #turned}, behind the items and turns of this thread so far. By
   * any thread. False if it is too late.
   */
  protected final boolean turn(S source) {
    return atOnce(source, null) != BUSY || hand(new Turn<>(source));
  }

  /** The fast path, for an item or, without one, a turn. */
  private int atOnce(S source, @Nullable T item) {
    Object entry = right.enter();
    if (entry == null) {
      return BUSY;
    }
    int due = 0;
    try {
      if (item != null) {
        due = emitNow(source, item);
        exit(entry);
      } else {
        turned(source);
        emitUntilIdle();
      }
    } catch (Throwable thrown) {
      try {
        abort(thrown);
      } catch (Throwable again) {
        deserted = thrown;
      }
      throw thrown;
    }
    return due;
  }

  private int emitNow(S source, T item) {
    int due = 0;
    // Looked at here as well as on the way to the list: once an item of a thread was too late, no
    // later one of it is delivered, though the terminal be not signalled yet.
    if (isEnding()) {
      hooks.discard(item);
    } else if (oldest == null && room() > 0) {
      due = straight(source);
      outlet.next(item);
    } else {
      keep(source, item);
    }
    return due;
  }

  /** Tells whether an end was asked for. */
  protected final boolean isEnding() {
    return termination.end() != null;
  }

  @SuppressWarnings("ThreadPriorityCheck") // nothing relies on the scheduler: see LONG_LIST
  private boolean handOver(S source, T item) {
    Work last = right.youngest();
    if (appended(last, source, item)) {
      abortIfDeserted();
      return true;
    }
    Run<T> run = Run.of(item, source, last);
    if (!hand(run)) {
      return false;
    }
    if (Work.count(run) > LONG_LIST) {
      Thread.yield();
    }
    return true;
  }

  private void keep(S source, T item) {
    Work last = youngest;
    if (!appended(last, source, item)) {
      put(Run.of(item, source, last));
    }
    right.kept();
    waits(source, 1);
  }

  private boolean appended(@Nullable Work last, S source, T item) {
    if (last instanceof Run<?>) {
      Run<T> run = run(last);
      return run.source == source && run.append(item);
    }
    return false;
  }

  @Override
  protected final void pass(@Nullable Work batch) {
    accept(batch);
    look();
    deliver();
    Object end = termination.end();
    if (end != null && (oldest == null || termination.stopsItems())) {
      finish(end);
    }
  }

  /** Puts a batch, of which {@code last} is the youngest, behind what waits. By the owner. */
  protected void accept(@Nullable Work last) {
    Work first = Work.oldestFirst(last);
    if (first != null) {
      put(first);
      youngest = last;
    }
  }

  /** Puts one run behind what waits, and notes that. By the owner. */
  protected final void enqueue(Work work) {
    put(work);
    waits(source(run(work)), work.size());
  }

  private void put(Work first) {
    if (youngest == null) {
      oldest = first;
    } else {
      youngest.link(first);
    }
    youngest = first;
  }

  private void removeOldest(Work run) {
    oldest = run.unlink();
    if (oldest == null) {
      youngest = null; // nothing may be appended to what is not there
    }
  }

  private void deliver() {
    while (oldest != null && !termination.stopsItems()) {
      long room = room();
      if (room <= 0) {
        return;
      }
      Run<T> run = run(oldest);
      int n = 0;
      for (T item; n < room && !termination.stopsItems() && (item = run.poll()) != null; n++) {
        right.finished();
        outlet.next(item);
      }
      if (run.isEmpty()) {
        removeOldest(run);
      }
      delivered(source(run), n);
    }
    if (oldest == null) {
      satisfied();
    }
  }

  /**
   * Ends the stream as {@code end} says. Closing is the moment that decides: what was accepted
   * before is emitted here, so a completion covers it (whoever asked for {@code end} did so
   * before we close); what comes later is refused.
   */
  private void finish(Object end) {
    accept(right.close());
    deliver();
    discardWaiting();
    if (termination.settle(end)) {
      releaseSources();
      if (end instanceof Throwable error) {
        outlet.error(error);
      } else {
        outlet.complete();
      }
    } else {
      outlet.release(); // cancelled, perhaps by the downstream while it got the rest
      cancelSources();
    }
  }

  @Override
  protected final void abort(Throwable cause) {
    // Closed before anything else can go wrong: the right must not stay with a thread that left.
    accept(right.close());
    outlet.release();
    try {
      cancelTermination();
    } finally {
      try {
        cancelSources();
      } catch (Throwable thrown) {
        if (thrown != cause) {
          cause.addSuppressed(thrown);
        }
      }
    }
    discardWaiting();
  }

  /** Sees to it that nothing more is signalled. By any thread, followed by a {@link #signal}. */
  protected final void cancelTermination() {
    Throwable unsignalled = termination.cancel();
    if (unsignalled != null) {
      hooks.drop(unsignalled);
    }
  }

  private void discardWaiting() {
    while (oldest != null) {
      Run<T> run = run(oldest);
      removeOldest(run);
      for (T item = run.poll(); item != null; item = run.poll()) {
        right.finished();
        hooks.discard(item);
      }
    }
  }

  @SuppressWarnings("unchecked") // nothing else waits here
  private Run<T> run(Work work) {
    return (Run<T>) work;
  }

  @SuppressWarnings("unchecked") // as it was brought
  private S source(Run<T> run) {
    return (S) Objects.requireNonNull(run.source);
  }
}
