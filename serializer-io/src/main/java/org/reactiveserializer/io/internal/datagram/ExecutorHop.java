package org.reactiveserializer.io.internal.datagram;

import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Delivers on an executor what a serial upstream delivers on any thread, with demand: the threads
 * of the upstream never run the downstream's code. The one exception is an executor that refuses a
 * task: then the thread that noticed signals the error.
 *
 * <p><b>Invariants</b>, beside those of {@link SerialRunner}
 *
 * <ol>
 *   <li><i>Who signals.</i> Only the runner calls the downstream, after {@code onSubscribe} has
 *       returned.
 *   <li><i>Room.</i> At any time at most {@code WINDOW} items are requested from the upstream and
 *       not taken by the runner: it requests no more than that leaves. So {@link #onNext} always
 *       finds its slot free.
 *   <li><i>No item without demand.</i> The runner never requests more than the downstream has
 *       requested and not got. So an item that is here waits for the executor only; what waits for
 *       demand is upstream.
 *   <li><i>Who writes what.</i> {@code arrived} and the slots before it are written by the
 *       upstream, whose signals are serial (§1.3). {@code taken}, {@code delivered}, {@code
 *       requestedUpstream} and {@code downstream} are written by the runner. A slot may be plain:
 *       the volatile write of {@code arrived} publishes it, and it is written again only after a
 *       request that the runner made after it had cleared it.
 *   <li><i>The end follows the items.</i> The upstream writes {@code end} after all items. The
 *       runner reads {@code end} before it looks for items for the last time.
 * </ol>
 *
 * <p>Not final, so that a stress test can break a step.
 *
 * @param <T> the type of the items
 */
public class ExecutorHop<T> extends SerialRunner implements Subscriber<T>, Subscription {
  /** How many items may be on their way to the executor: a power of two. */
  public static final int WINDOW = 64;

  private static final Object COMPLETED = new Object();

  private final Consumer<? super T> discard;

  // The causes.
  private final AtomicReferenceArray<@Nullable T> slots = new AtomicReferenceArray<>(WINDOW);
  private final AtomicLong arrived = new AtomicLong();
  private final AtomicLong demand = new AtomicLong(); // all that was requested; Long.MAX_VALUE: unbounded
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>(); // overtakes the items
  private volatile @Nullable Subscription upstream;
  private volatile @Nullable Object end; // COMPLETED, or the error
  private volatile boolean cancelled;

  // Written by the runner only. The counts are read by any thread. The downstream is null when it gets nothing
  // more (§3.13).
  private final AtomicLong taken = new AtomicLong();
  private final AtomicLong delivered = new AtomicLong();
  private long requestedUpstream;
  private @Nullable Subscriber<? super T> downstream;

  /**
   * Creates a hop, to be {@linkplain #connect connected} by the same thread.
   *
   * @param discard gets each item that arrived here and will not be delivered; must not throw
   */
  public ExecutorHop(
      Subscriber<? super T> downstream, Executor executor, Consumer<? super T> discard) {
    super(executor);
    this.downstream = downstream;
    this.discard = discard;
  }

  /**
   * Subscribes the downstream to {@code source}. The calling thread calls the downstream's {@code
   * onSubscribe}.
   */
  public final void connect(Publisher<? extends T> source) {
    Throwable thrown = null;
    try {
      Objects.requireNonNull(downstream).onSubscribe(this);
    } catch (Throwable ofDownstream) { // §2.13
      cancelled = true;
      thrown = ofDownstream;
    }
    source.subscribe(this);
    begin();
    if (thrown != null) {
      SerialRunner.<RuntimeException>rethrow(thrown);
    }
  }

  // What the upstream calls.

  @Override
  public final void onSubscribe(Subscription subscription) {
    upstream = subscription;
    if (cancelled || failure.get() != null) {
      subscription.cancel(); // the thread that cancelled may have seen no upstream
    }
    signal();
  }

  @Override
  public void onNext(T item) {
    publish(item);
    signal();
  }

  /** Makes an item visible to the runner. */
  final void publish(T item) {
    long n = arrived.getPlain();
    slots.setPlain(slot(n), item);
    arrived.set(n + 1);
  }

  @Override
  public final void onError(Throwable error) {
    end = error;
    signal();
  }

  @Override
  public final void onComplete() {
    end = COMPLETED;
    signal();
  }

  // What the downstream calls.

  @Override
  public final void request(long n) {
    if (n > 0) {
      demand.accumulateAndGet(n, (sum, more) -> sum + more < 0 ? Long.MAX_VALUE : sum + more);
    } else {
      fail(new IllegalArgumentException("§3.9: request(" + n + "): n must be positive"));
    }
    signal();
  }

  @Override
  public final void cancel() {
    cancelled = true;
    cancelUpstream();
    signal();
  }

  private void fail(Throwable error) {
    failure.compareAndSet(null, error);
    cancelUpstream();
  }

  private void cancelUpstream() {
    Subscription first = upstream;
    if (first != null) {
      first.cancel();
    }
  }

  // What the runner does.

  @Override
  final long pass(long most) {
    Object last = end; // before the items: invariant 5
    long n = 0;
    for (Subscriber<? super T> target = live(); target != null && hasItem(); target = live()) {
      if (n == most) {
        return n;
      }
      n++;
      delivered.setOpaque(delivered.getPlain() + 1); // first: a downstream that looks at it finds its item in it
      target.onNext(take());
    }
    if (live() == null) {
      finishEarly();
    } else if (last != null) {
      finish(last);
    } else {
      requestMore();
    }
    return n;
  }

  /** Returns the downstream, if it may get items. */
  private @Nullable Subscriber<? super T> live() {
    return cancelled || failure.get() != null ? null : downstream;
  }

  private boolean hasItem() {
    return taken.getPlain() != arrived.get();
  }

  private T take() {
    long n = taken.getPlain();
    T item = Objects.requireNonNull(slots.getPlain(slot(n)));
    slots.setPlain(slot(n), null);
    taken.setOpaque(n + 1);
    return item;
  }

  private static int slot(long n) {
    return (int) n & (WINDOW - 1);
  }

  private void finishEarly() {
    while (hasItem()) {
      discard.accept(take());
    }
    Throwable error = failure.get();
    if (error != null && !cancelled) {
      finish(error);
    }
    downstream = null;
  }

  private void finish(Object last) {
    Subscriber<? super T> target = downstream;
    downstream = null;
    if (target != null && last instanceof Throwable error) {
      target.onError(error);
    } else if (target != null) {
      target.onComplete();
    }
  }

  private void requestMore() {
    Subscription first = upstream;
    long got = taken.getPlain();
    long requested = demand.get();
    long unmet = requested == Long.MAX_VALUE ? WINDOW : Math.min(requested - got, WINDOW);
    long more = unmet - (requestedUpstream - got);
    if (first != null && more > 0) {
      requestedUpstream += more;
      first.request(more);
    }
  }

  @Override
  final void passThrew() { // §2.13
    downstream = null;
    cancelUpstream();
  }

  @Override
  final void refused(Throwable thrown) {
    fail(thrown);
  }

  // Counts, by any thread.

  /** Returns how many items were delivered, including one that is being delivered. */
  public final long delivered() {
    return delivered.getOpaque();
  }

  /** Returns how many items are on their way to the executor. */
  public final long held() {
    long got = taken.getOpaque(); // first: it never exceeds what arrived
    return arrived.get() - got;
  }
}
