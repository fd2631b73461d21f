package org.reactiveserializer.internal.emission;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.emission.Termination.End;
import org.reactivestreams.Subscriber;
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
public abstract class ItemLoop<S, T> extends WaitingItems<S, T> implements Subscription {
  /** How the stream is to end. */
  protected final Termination termination;

  /**
   * Whether {@link #grant} granted all there will ever be. Of the owner. Here, where it is written once
   * at most, and not beside the right's {@code credit}, which another processor wrote last.
   */
  boolean unbounded;

  // Set before a signal, cleared by the pass that passes onSubscribe on; which only later passes look at.
  @SuppressWarnings("unused") // by way of the VarHandle
  private volatile boolean subscribed;

  /**
   * Creates a loop around a termination and a queue, both fresh.
   *
   * @param queue where items wait, of which only so many may; {@code null}: any number may
   * @param limit how long a thread emits for others; {@code null}: as long as there is something to emit
   */
  protected ItemLoop(
      Termination termination,
      @Nullable Subscriber<? super T> downstream,
      Hooks<? super T> hooks,
      @Nullable BoundedQueue<T> queue,
      @Nullable DrainLimit limit) {
    super(downstream, hooks, queue, limit);
    this.termination = termination;
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

  /** {@code n} items of {@code source} that waited are delivered. */
  protected void delivered(S source, int n) {}

  /** The terminal is about to be signalled: lets the sources go that have ended, cancels others. */
  protected abstract void releaseSources();

  /** The downstream cancelled, or threw (§2.13), perhaps at the terminal: cancels all sources. Perhaps again. */
  protected abstract void cancelSources();

  /** Looks at what else was signalled, after work was taken and before it is delivered. */
  protected void look() {
    if (subscribed) {
      SUBSCRIBED.setOpaque(this, false);
      greet();
    }
  }

  /** Has this subscribed to by the downstream, unless it was cancelled before. */
  protected final void greet() {
    if (termination.end() != End.CANCELLED) {
      deliverSubscription(this);
    }
  }

  /** Has this subscribed to by the downstream (§1.9), as its first signal. */
  protected final void subscribeDownstream() {
    subscribed = true;
    signalOrTakeCare();
  }

  /** Asks for a pass, for what was published already. If that throws, whoever enters next makes it. */
  protected final void signalOrTakeCare() {
    try {
      signal();
    } catch (Throwable thrown) {
      careful = true;
      throw thrown;
    }
  }

  /** Tells whether the end may be signalled. */
  protected boolean mayEnd() {
    return true;
  }

  /**
   * Adds to the demand, and has what waits for it delivered; unless it is cancelled (§3.6). By any thread.
   *
   * <p>That is looked at here, and not by the owner: between a look of its at the termination and one at the
   * demand there may be both the cancellation and the request, and it would deliver for the latter.
   */
  protected final void ask(Demand demand, long n) {
    try {
      boolean due = termination.end() != End.CANCELLED && demand.add(n);
      if (due || careful) {
        signal();
      }
    } catch (Throwable thrown) {
      careful = true; // the demand may be counted, and nobody signalled of it
      throw thrown;
    }
  }

  /** Tells whether an end was asked for. */
  protected final boolean isEnding() {
    return termination.end() != null;
  }

  @Override
  protected final int pass(@Nullable Work batch) {
    accept(batch);
    look();
    int n = deliver();
    Object end = termination.end();
    while (end != null && mayEnd()) {
      if (tryEnd()) {
        finish(end);
        return n;
      }
      if (allowance() <= 0 || !hasMore()) {
        return n;
      }
      n += deliver(); // what has come since: if it stayed there, a later item could go past the end
    }
    return n;
  }

  /**
   * Closes the right, unless something waits that is to be delivered first. That is the moment which
   * decides: what was accepted before is delivered, so a completion covers it (whoever asked for it did so
   * before we close), as soon as there is demand for it; what comes later is refused.
   */
  private boolean tryEnd() {
    if (termination.stopsItems()) {
      accept(right().close());
      closeQueue();
      return true; // what came to runs meanwhile is found when what waits is discarded
    }
    sealAll();
    return nothingWaits() && (queue == null || queue.tryClose()) && right().tryClose();
  }

  /** Asks for more if need be, and tells whether an item may go straight through. */
  final boolean isFree() {
    return nothingWaits() && hasCredit();
  }

  private boolean hasCredit() {
    if (!unbounded && right().credit == 0) {
      right().credit = grant();
      unbounded = right().credit == Long.MAX_VALUE;
    }
    return unbounded || right().credit != 0;
  }

  /** Notes that {@code n} items are delivered. */
  final void spend(int n) {
    if (!unbounded) {
      right().credit -= n;
    }
  }

  /** Delivers what waits, of each run what has come so far. Returns how many items. */
  private int deliver() {
    int total = 0;
    Work previous = null;
    for (Work work = first(), successor; work != null; work = successor) {
      Items<T> items = items(work);
      refresh(items);
      while (items.remaining() != 0) {
        if (termination.stopsItems() || allowance() <= 0 || !hasCredit()) {
          return total;
        }
        int n = deliver(items);
        spend(n);
        use(n);
        total += n;
        delivered(source(items), n);
      }
      successor = work.next;
      previous = passBy(previous, work);
    }
    satisfied();
    return total;
  }

  private int deliver(Items<T> items) {
    int n = 0;
    int most = Math.min(items.remaining(), allowance());
    if (!unbounded) {
      most = (int) Math.min(most, right().credit);
    }
    for (; n < most; n++) {
      if (termination.stopsItems()) {
        break;
      }
      right().finished(); // first: what is removed, nobody else finds at the end of the stack
      T item = items.remove();
      if (item == null) {
        break; // evicted
      }
      deliverItem(item);
    }
    return n;
  }

  @Override
  protected final boolean mayLeave() {
    // Without a queue, to which others add at any time, the last pass has left nothing but for want of demand.
    boolean more = sealAll() || allowance() <= 0 || queue != null;
    dropSpent();
    return !more || !hasMore();
  }

  @Override
  protected final boolean hasMore() {
    return !nothingWaits() && !termination.stopsItems() && hasCredit();
  }

  @Override
  protected final void rejected(Throwable cause) {
    hooks.drop(cause);
  }

  /** Ends the stream, which is closed. */
  private void finish(Object end) {
    try {
      discardWaiting();
    } finally {
      signalEnd(end); // though the hook may be without stack
    }
  }

  /** Signals {@code end}, or what has come in its place. */
  private void signalEnd(Object end) {
    Object last = end;
    while (!termination.settle(last)) {
      last = termination.end();
      if (last == null || last == End.CANCELLED) {
        releaseDownstream(); // perhaps it was the downstream, while it got the rest
        probe();
        cancelSources();
        return;
      }
    }
    releaseSources();
    if (last instanceof Throwable error) {
      deliverError(error);
    } else {
      deliverCompletion();
    }
  }

  @Override
  protected final void abort(Throwable cause) {
    put((Work) right().taken);
    // Closed before anything else can go wrong: the right must not stay with a thread that left.
    put(right().close());
    closeQueue();
    probe();
    stayer = null;
    boolean untold = cause instanceof StackOverflowError && !isDownstreamReleased();
    releaseDownstream();
    try {
      if (untold) {
        revokeEnd();
      }
      cancelTermination();
    } finally {
      cancelSourcesAfter(cause);
    }
    discardWaiting();
  }

  private void cancelSourcesAfter(Throwable cause) {
    try {
      cancelSources();
    } catch (StackOverflowError noStack) {
      throw noStack; // what was not cancelled is left to the next
    } catch (Throwable thrown) {
      if (thrown != cause) {
        hooks.drop(thrown); // the cause is the downstream's own, perhaps a constant
      }
    }
  }

  /**
   * The stack ended on the way to the downstream with its end, which it may have got or not: it is to be told of
   * by what comes after it, an answer or the dropped error, rather than by nothing.
   */
  private void revokeEnd() {
    Throwable unsignalled = termination.revoke();
    if (unsignalled != null) {
      hooks.drop(unsignalled);
    }
  }

  /** Sees to it that nothing more is signalled. By any thread, followed by a {@link #signal}. */
  protected final void cancelTermination() {
    careful = true;
    Throwable unsignalled = termination.cancel();
    if (unsignalled != null) {
      hooks.drop(unsignalled);
    }
  }

  private static final VarHandle SUBSCRIBED =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "subscribed", VarHandle.class, ItemLoop.class, boolean.class);
}
