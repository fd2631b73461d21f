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
 * <p>The fate of an item is decided in one place each: delivered in {@link #emit} or on the fast
 * path of {@link #onNext}; discarded by the emitter that took it and did not deliver it, or by the
 * thread that brought it when the right was closed; refused by an exception that leaves {@code
 * onNext} before anything was handed over.
 *
 * @param <T> the type of the items
 */
public final class SerialEmitter<T> extends EmissionLoop implements Subscriber<T>, Subscription {
  private final Outlet<T> outlet;
  private final Termination termination;
  private final Hooks<? super T> hooks;
  private final Upstream upstream = new Upstream();

  // Set before a signal, cleared by the pass that passes onSubscribe on.
  private volatile boolean subscribed;

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
    if (right.tryEnter()) {
      // No item of this thread waits: one that was handed over keeps the word from being IDLE.
      try {
        outlet.next(item);
      } catch (Throwable thrown) {
        abort(thrown);
        throw thrown;
      }
      exit();
    } else if (termination.end() != null || !handOver(item)) {
      hooks.discard(item); // §1.7: too late
    }
  }

  @Override
  public void onSubscribe(Subscription arrived) {
    Objects.requireNonNull(arrived, "subscription is null (§2.13)");
    if (upstream.claim()) {
      subscribed = true;
      try {
        signal();
      } finally {
        // Only now, when nobody emits on behalf of onSubscribe: an upstream that answers a request
        // from within it by emitting there and then would find us emitting, and fill the backlog.
        upstream.start(arrived);
      }
    } else {
      arrived.cancel(); // §2.5
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
    } else if (termination.end() == null) { // §3.6
      upstream.cancel();
      onError(new IllegalArgumentException("§3.9: request(" + n + "): n must be positive"));
    }
  }

  @Override
  public void cancel() {
    cancelTermination();
    try {
      upstream.cancel();
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
    emit(youngest);
    Object end = termination.end();
    if (end != null) {
      finish(end);
    }
  }

  private boolean handOver(T item) {
    Work youngest = right.youngest();
    return (youngest instanceof Run<?> && run(youngest).append(item)) || hand(Run.of(item, youngest));
  }

  /** Delivers a batch, or as much of it as is still wanted, and discards the rest. */
  private void emit(@Nullable Work youngest) {
    int left = Work.count(youngest);
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
          // Counted before the call: an item with which the downstream throws was delivered.
          right.setUnfinished(--left);
          outlet.next(item);
        }
      }
    } finally {
      discard(rest);
    }
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
    emit(right.close());
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
      upstream.cancel(); // §2.13: consider it cancelled
    } catch (Throwable thrown) {
      if (thrown != cause) {
        cause.addSuppressed(thrown);
      }
    } finally {
      discard(rest);
    }
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
        hooks.discard(item);
      }
    }
    right.setUnfinished(0);
  }

  @SuppressWarnings("unchecked") // nothing else is handed to this emitter's right
  private Run<T> run(Work work) {
    return (Run<T>) work;
  }
}
