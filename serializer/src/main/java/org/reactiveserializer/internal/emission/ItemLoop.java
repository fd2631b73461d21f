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
 * <p>The fate of an item is decided in one place each: delivered in {@link #deliver}, or by the
 * thread that brings it, if it can go straight through ({@link ItemEntrance}); discarded by the
 * emitter that took it and did not deliver it, or by the thread that brought it when it was too late;
 * refused by an exception that leaves that thread's call before anything was handed over.
 *
 * <p><b>Order.</b> Items are delivered in the order in which they were handed over. One goes straight
 * through only if none waits: neither in the right's list, which would keep the word from being
 * IDLE, nor for demand. If one does and nobody emits, then the right's {@code credit} is zero (it is
 * what {@link #grant} granted, less what was delivered), so that a single look tells. With demand
 * without bound nothing waits outside a pass.
 *
 * @param <S> what items come from, if an operator has several sources
 * @param <T> the type of the items
 */
public abstract class ItemLoop<S, T> extends EmissionLoop implements Subscription {
  /** The way to the downstream. */
  protected final Outlet<T> outlet;

  /** How the stream is to end. */
  protected final Termination termination;

  /** Where items and errors go that cannot be signalled. */
  protected final Hooks<? super T> hooks;

  /**
   * Whether {@link #grant} granted all there will ever be. Of the owner. Here, where it is written once
   * at most, and not beside the right's {@code credit}, which another processor wrote last.
   */
  boolean unbounded;

  // Set before a signal, cleared by the pass that passes onSubscribe on.
  private volatile boolean subscribed;

  // What was taken and is not delivered yet: runs, oldest first. Of the owner. Not in an object of
  // its own, which would cost every loop its bytes or, made late, could fail to be made; and behind the
  // fields above: in a superclass, beside those that every producer reads, eight producers were slower.
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

  /** Returns how many items more may be delivered. If none, whoever changes that signals. */
  protected long grant() {
    return Long.MAX_VALUE;
  }

  /** Nothing waits for that any more. */
  protected void satisfied() {}

  /**
   * An item of {@code source} is about to go straight through. Returns how many items its thread is
   * to request of the source when it does not emit any more.
   */
  protected int straight(S source) {
    return 0;
  }

  /** {@code n} more items of {@code source} wait. */
  protected void waits(S source, int n) {}

  /** {@code n} items of {@code source} that waited are delivered. */
  protected void delivered(S source, int n) {}

  /** A {@linkplain Turn turn} of {@code source}, or of what is none. */
  protected void turned(@Nullable S source) {}

  /** A turn of {@code source} that perhaps was not heeded, and will not be. */
  protected void abandoned(@Nullable S source) {}

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

  /** Tells whether an end was asked for. */
  protected final boolean isEnding() {
    return termination.end() != null;
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

  /** Puts a batch behind what waits, and heeds the turns in it at once. */
  private void accept(@Nullable Work last) {
    Work before = youngest;
    put(last);
    Work previous = before;
    for (Work work = before == null ? oldest : before.next; work != null; ) {
      Work successor = work.next;
      if (work instanceof Turn<?> turn) {
        turned(source(turn)); // first, so that it is found if this throws
        unlink(previous, work);
      } else {
        waits(source(run(work)), work.size());
        previous = work;
      }
      work = successor;
    }
  }

  /**
   * Puts a batch, of which {@code last} is the youngest, behind what waits. In one go: from the moment
   * on when it is turned round nothing is called, so that nothing of it is lost at the end of the stack.
   */
  private void put(@Nullable Work last) {
    Work first = Work.oldestFirst(last);
    if (first != null) {
      if (youngest == null) {
        oldest = first;
      } else {
        youngest.next = first;
      }
      youngest = last;
    }
    right.taken = null;
  }

  /** Takes {@code work} out, which is behind {@code previous}, or else the oldest. */
  private void unlink(@Nullable Work previous, Work work) {
    if (previous == null) {
      oldest = work.next;
    } else {
      previous.next = work.next;
    }
    if (youngest == work) {
      youngest = previous; // nothing may be appended to what is not there
    }
    work.next = null; // promoted to the old generation, it would keep what is younger alive
  }
  /** Asks for more if need be, and tells whether an item may go straight through. */
  final boolean isFree() {
    return oldest == null && hasCredit();
  }

  private boolean hasCredit() {
    if (!unbounded && right.credit == 0) {
      right.credit = grant();
      unbounded = right.credit == Long.MAX_VALUE;
    }
    return unbounded || right.credit != 0;
  }

  /** Notes that {@code n} items are delivered. */
  final void spend(int n) {
    if (!unbounded) {
      right.credit -= n;
    }
  }

  /** Puts an item of this thread, the owner, behind what waits. */
  final void keep(S source, T item) {
    Work last = youngest;
    if (!appended(last, source, item)) {
      put(Run.of(item, source, last));
    }
    right.kept();
    waits(source, 1);
  }

  /** Appends an item to {@code last}, if that is a run of this thread and of the same source. */
  final boolean appended(@Nullable Work last, S source, T item) {
    if (last instanceof Run<?>) {
      Run<T> run = run(last);
      return run.source == source && run.append(item);
    }
    return false;
  }

  private void deliver() {
    for (Work work = oldest; work != null; work = oldest) {
      if (termination.stopsItems() || !hasCredit()) {
        return;
      }
      Run<T> run = run(work);
      int remaining = run.remaining();
      int n = 0;
      for (long most = unbounded ? remaining : Math.min(remaining, right.credit); n < most; n++) {
        if (termination.stopsItems()) {
          break;
        }
        right.finished(); // first: what is removed, nobody else finds at the end of the stack
        outlet.next(run.remove());
      }
      spend(n);
      if (n == remaining) {
        unlink(null, run);
      }
      delivered(source(run), n);
    }
    satisfied();
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
    put((Work) right.taken);
    // Closed before anything else can go wrong: the right must not stay with a thread that left.
    put(right.close());
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

  /** What waits; and turns, of which an {@link #abort} leaves some behind. */
  private void discardWaiting() {
    for (Work work = oldest; work != null; work = oldest) {
      if (work instanceof Turn<?> turn) {
        abandoned(source(turn));
      } else {
        Run<T> run = run(work);
        for (int n = run.remaining(); n > 0; n--) {
          right.finished();
          hooks.discard(run.remove());
        }
      }
      unlink(null, work);
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

  @SuppressWarnings("unchecked") // as it was brought
  private @Nullable S source(Turn<?> turn) {
    return (@Nullable S) turn.source();
  }
}
