package org.reactiveserializer.internal.operator;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.emission.EmissionLoop;
import org.reactiveserializer.internal.emission.EmissionRight;
import org.reactiveserializer.internal.emission.Hooks;
import org.reactiveserializer.internal.emission.Outlet;
import org.reactiveserializer.internal.emission.Run;
import org.reactiveserializer.internal.emission.Termination;
import org.reactiveserializer.internal.emission.Termination.End;
import org.reactiveserializer.internal.emission.Upstream;
import org.reactiveserializer.internal.emission.Work;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Many threads, one downstream: an item goes straight through when nobody emits, and to whoever
 * emits otherwise.
 *
 * <p>The fate of an item is decided in one place each: delivered in {@link #emitBatch}, or in
 * {@link #emit} on the fast path; discarded by the emitter that took it and did not deliver it, or by
 * the thread that brought it when it was too late; refused by an exception that leaves {@code
 * onNext} before anything was handed over.
 *
 * @param <T> the type of the items
 */
public final class SerialEmitter<T> extends EmissionLoop implements Subscriber<T>, Subscription {
  /**
   * With more items than this in the list the emitter is likely to be off its processor while
   * producers fill the heap, so they offer it theirs: once a run, not once an item. A courtesy, not a
   * wait: nothing depends on it.
   */
  private static final int LONG_LIST = 4096;

  private final Outlet<T> outlet;
  private final Termination termination;
  private final Hooks<? super T> hooks;
  private final Upstream upstream = new Upstream();

  // Set before a signal, cleared by the pass that passes onSubscribe on.
  private volatile boolean subscribed;

  // What was left of the batch in which the downstream threw, until abort discards it. Of the owner.
  private @Nullable Work undelivered;

  /**
   * Creates an emitter.
   *
   * @param right who emits; fresh
   * @param termination how it ends; fresh
   * @param downstream gets this emitter as its subscription
   */
  public SerialEmitter(
      EmissionRight right,
      Termination termination,
      Subscriber<? super T> downstream,
      Hooks<? super T> hooks) {
    super(right);
    this.termination = termination;
    this.outlet = new Outlet<>(downstream);
    this.hooks = hooks;
  }

  @Override
  public void onNext(T item) {
    Objects.requireNonNull(item, "item is null (§2.13)");
    Object entry = right.enter();
    if (entry != null) {
      try {
        emit(item, entry);
      } catch (Throwable thrown) {
        try {
          abort(thrown);
        } catch (Throwable again) {
          deserted = thrown;
        }
        throw thrown;
      }
    } else if (isEnding() || !handOver(item)) {
      hooks.discard(item); // §1.7: too late
      abortIfDeserted();
    }
  }

  /** The fast path. No item of this thread waits: it would keep the word from being IDLE. */
  private void emit(T item, Object entry) {
    // Looked at here as well as on the way to the list: once an item of a thread was too late, no
    // later one of it is delivered, though the terminal be not signalled yet.
    if (isEnding()) {
      hooks.discard(item);
    } else {
      outlet.next(item);
    }
    exit(entry);
  }

  private boolean isEnding() {
    return termination.end() != null;
  }

  @Override
  public void onSubscribe(Subscription arrived) {
    Objects.requireNonNull(arrived, "subscription is null (§2.13)");
    if (!upstream.claim()) {
      arrived.cancel(); // §2.5
      return;
    }
    subscribed = true;
    try {
      signal();
    } catch (Throwable thrown) {
      startAfter(thrown, arrived);
      throw thrown;
    }
    // Only now that this thread does not emit any more. An upstream that answers a request from
    // within onSubscribe at once would otherwise find us emitting, and all of it would be handed over.
    upstream.start(arrived);
  }

  private void startAfter(Throwable thrown, Subscription arrived) {
    try {
      upstream.start(arrived); // cancels it
    } catch (Throwable another) {
      thrown.addSuppressed(another);
    }
  }

  @Override
  public void onError(Throwable error) {
    Objects.requireNonNull(error, "error is null (§2.13)");
    if (termination.fail(error)) {
      signal();
    } else {
      hooks.drop(error);
    }
  }

  @Override
  public void onComplete() {
    if (termination.complete()) {
      signal();
    }
  }

  @Override
  public void request(long n) {
    if (n > 0) {
      upstream.request(n);
    } else if (!isEnding()) { // §3.6; and who is about to end need not be told
      try {
        upstream.cancel();
      } finally {
        onError(new IllegalArgumentException("§3.9: request(" + n + "): n must be positive"));
      }
    }
  }

  @Override
  public void cancel() {
    try {
      cancelTermination();
      if (termination.end() == End.CANCELLED) { // otherwise the terminal won, and is the end (§1.6)
        upstream.cancel();
      }
    } finally {
      signal();
    }
  }

  /** Returns how many items were handed over and are not delivered yet, in constant time. */
  public int backlog() {
    return right.backlog();
  }

  @Override
  protected void pass(@Nullable Work youngest) {
    emitBatch(youngest);
    Object end = termination.end();
    if (end != null) {
      finish(end);
    }
  }

  @SuppressWarnings("ThreadPriorityCheck") // nothing relies on the scheduler: see LONG_LIST
  private boolean handOver(T item) {
    Work youngest = right.youngest();
    if (youngest instanceof Run<?> && run(youngest).append(item)) {
      abortIfDeserted();
      return true;
    }
    Run<T> run = Run.of(item, youngest);
    if (!hand(run)) {
      return false;
    }
    if (Work.count(run) > LONG_LIST) {
      Thread.yield();
    }
    return true;
  }

  /** Delivers a batch, or as much of it as is still wanted, and discards the rest. */
  private void emitBatch(@Nullable Work youngest) {
    Work rest = Work.oldestFirst(youngest);
    try {
      if (subscribed) {
        subscribed = false;
        subscribeDownstream();
      }
      while (rest != null && !termination.stopsItems()) {
        T item = run(rest).poll();
        if (item == null) {
          rest = rest.unlink();
        } else {
          right.finished();
          outlet.next(item);
        }
      }
    } catch (Throwable thrown) {
      undelivered = rest; // for abort, which closes first
      throw thrown;
    }
    discard(rest);
  }

  private void subscribeDownstream() {
    if (termination.end() != End.CANCELLED) {
      outlet.subscribe(this);
    }
  }

  /**
   * Ends the stream as {@code end} says. Closing is the moment that decides: what was accepted
   * before is emitted here, so a completion covers it (whoever asked for {@code end} did so
   * before we close); what comes later is refused.
   */
  private void finish(Object end) {
    emitBatch(right.close());
    if (termination.settle(end)) {
      upstream.release();
      if (end instanceof Throwable error) {
        outlet.error(error);
      } else {
        outlet.complete();
      }
    } else {
      outlet.release(); // cancelled, perhaps by the downstream while it got the rest
    }
  }

  @Override
  protected void abort(Throwable cause) {
    // Closed before anything else can go wrong: the right must not stay with a thread that left.
    Work rest = Work.oldestFirst(right.close());
    outlet.release();
    try {
      cancelTermination();
    } finally {
      try {
        upstream.cancel(); // §2.13: consider it cancelled
      } catch (Throwable thrown) {
        if (thrown != cause) {
          cause.addSuppressed(thrown);
        }
      }
    }
    Work first = undelivered;
    undelivered = null;
    discard(first);
    discard(rest);
  }

  private void cancelTermination() {
    Throwable unsignalled = termination.cancel();
    if (unsignalled != null) {
      hooks.drop(unsignalled);
    }
  }

  private void discard(@Nullable Work oldest) {
    for (Work rest = oldest; rest != null; rest = rest.unlink()) {
      for (T item = run(rest).poll(); item != null; item = run(rest).poll()) {
        right.finished();
        hooks.discard(item);
      }
    }
  }

  @SuppressWarnings("unchecked") // nothing else is handed to this emitter's right
  private Run<T> run(Work work) {
    return (Run<T>) work;
  }
}
