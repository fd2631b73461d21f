package org.reactiveserializer.observability.guard;

import static org.reactiveserializer.observability.guard.BreachException.Party.DOWNSTREAM;
import static org.reactiveserializer.observability.guard.BreachException.Party.UPSTREAM;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.settings.Dropped;
import org.reactiveserializer.observability.guard.BreachException.Party;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A subscriber that passes all signals on at once, and looks for breaches of the specification. Not
 * final: a bridge adds what its library requires of a subscriber.
 *
 * <p>A signal stands in a queue while it is under way. A thread adds its own, and so finds each that was
 * added before and has not returned. Of two that overlap, the one that was added second reports it.
 *
 * @param <T> the type of the items
 */
class Guarded<T> implements Subscriber<T> {
  private final SerialGuard guard;
  private final Subscriber<? super T> downstream;

  // Oldest first. Those that have returned are passed over, until they are removed.
  private final Queue<Signal> signals = new ConcurrentLinkedQueue<>();
  private final AtomicLong requested = new AtomicLong();
  private final AtomicLong items = new AtomicLong();

  private volatile boolean begun;
  private volatile boolean ended;

  Guarded(SerialGuard guard, Subscriber<? super T> downstream) {
    this.guard = guard;
    this.downstream = downstream;
  }

  @Override
  public final void onSubscribe(@Nullable Subscription subscription) {
    pass(
        "onSubscribe",
        signal -> {
          checkNull(signal, subscription);
          if (begun) {
            breach(signal, "§2.12", "a second onSubscribe");
          }
          begun = true;
        },
        () -> downstream.onSubscribe(watched(subscription)));
  }

  @SuppressWarnings("NullAway") // null is passed on as it came
  private Subscription watched(@Nullable Subscription subscription) {
    return subscription == null ? null : new Watched(subscription);
  }

  @Override
  public final void onNext(T item) {
    long count = items.incrementAndGet();
    pass(
        "onNext",
        signal -> {
          checkNull(signal, item);
          checkOrder(signal);
          long limit = requested.get();
          if (begun && count > limit) {
            breach(signal, "§1.1", "item " + count + ", but only " + limit + " were requested");
          }
        },
        () -> downstream.onNext(item));
  }

  @Override
  public final void onError(Throwable error) {
    pass(
        "onError",
        signal -> {
          checkNull(signal, error);
          checkOrder(signal);
          ended = true;
        },
        () -> downstream.onError(error));
  }

  @Override
  public final void onComplete() {
    pass(
        "onComplete",
        signal -> {
          checkOrder(signal);
          ended = true;
        },
        downstream::onComplete);
  }

  /** Adds a signal, checks it, and passes it on. */
  private void pass(String name, Consumer<Signal> checks, Runnable call) {
    Signal signal = new Signal(name);
    try {
      signals.add(signal);
      checkOverlap(signal);
      checks.accept(signal);
      call.run();
    } catch (Throwable thrown) {
      if (signal.breach != null && signal.breach != thrown) {
        thrown.addSuppressed(signal.breach);
      }
      throw thrown;
    } finally {
      signal.thread = null; // before any call: there may be no stack for one
      signals.removeIf(known -> known.thread == null);
    }
    if (signal.breach != null) {
      throw signal.breach;
    }
  }

  /** Reports that another signal is under way, unless it is one that this one may come from. */
  private void checkOverlap(Signal signal) {
    Signal youngest = null;
    Thread inside = null;
    for (Signal other : signals) {
      if (other == signal) {
        break;
      }
      Thread thread = other.thread;
      if (thread != null) {
        youngest = other;
        inside = thread; // read once: if it returns now, it was under way all the same
      }
    }
    if (youngest == null || inside == null) {
      return;
    }
    if (inside != Thread.currentThread()) {
      report(signal, overlap(signal, youngest, inside));
    } else if (youngest.outside == 0) {
      breach(signal, "§1.3", signal.name + " from within " + youngest.name);
    }
  }

  private BreachException overlap(Signal signal, Signal other, Thread thread) {
    Exception where = new Exception(other.name + " on the thread " + nameOf(thread));
    where.setStackTrace(thread.getStackTrace());
    if (other.thread == null) {
      where.addSuppressed(new Exception("it has returned since: the stack is a later one"));
    }
    String what =
        "%s on the thread %s while %s is under way on the thread %s"
            .formatted(signal.name, nameOf(Thread.currentThread()), other.name, nameOf(thread));
    BreachException breach = breach("§1.3", UPSTREAM, what);
    breach.initCause(where);
    return breach;
  }

  /** Returns the thread's name; of a virtual thread without one, its number. */
  private static String nameOf(Thread thread) {
    return thread.getName().isEmpty() ? thread.toString() : thread.getName();
  }

  private void checkNull(Signal signal, @Nullable Object parameter) {
    if (parameter == null) {
      breach(signal, "§2.13", signal.name + " with null");
    }
  }

  private void checkOrder(Signal signal) {
    if (!begun) {
      breach(signal, "§1.9", signal.name + " before onSubscribe");
    }
    if (ended) {
      breach(signal, "§1.7", signal.name + " after the end");
    }
  }

  private void breach(Signal signal, String rule, String what) {
    report(signal, breach(rule, UPSTREAM, what));
  }

  private void report(Signal signal, BreachException breach) {
    BreachException thrown = report(breach);
    if (signal.breach == null) {
      signal.breach = thrown;
    } else if (thrown != null) {
      signal.breach.addSuppressed(thrown);
    }
  }

  private BreachException breach(String rule, Party party, String what) {
    String message =
        "%s%s: %s; by the %s, after %d items"
            .formatted(
                rule,
                guard.stream,
                what,
                party == UPSTREAM ? "upstream" : "downstream",
                items.get());
    return new BreachException(rule, party, items.get(), message);
  }

  /** Passes a breach to the hook. Returns what must be thrown instead when the call has returned. */
  private @Nullable BreachException report(BreachException breach) {
    Consumer<? super BreachException> hook = guard.onBreach;
    if (hook == null) {
      return breach;
    }
    Dropped.pass(breach, ignored -> hook.accept(breach));
    return null;
  }

  /** A signal that is under way. Its own thread makes it and ends it; others read the first two fields. */
  private static final class Signal {
    final String name;

    /** The thread, until the signal has returned; then null. */
    volatile @Nullable Thread thread = Thread.currentThread();

    /** How many calls of the subscription it is inside of. */
    int outside;

    /** What is thrown when the signal has returned. */
    @Nullable BreachException breach;

    Signal(String name) {
      this.name = name;
    }
  }

  /** The upstream's subscription as the downstream gets it. */
  private final class Watched implements Subscription, Flow.Subscription {
    private final Subscription upstream;

    Watched(Subscription upstream) {
      this.upstream = upstream;
    }

    @Override
    public void request(long n) {
      BreachException thrown = null;
      if (n > 0) { // first: the upstream may signal at once
        requested.accumulateAndGet(n, Watched::sum);
      } else {
        thrown = report(breach("§3.9", DOWNSTREAM, "request(" + n + ")"));
      }
      call(() -> upstream.request(n));
      if (thrown != null) {
        throw thrown;
      }
    }

    /** Adds; {@link Long#MAX_VALUE} is any number (§3.17). */
    private static long sum(long before, long n) {
      return before + n < 0 ? Long.MAX_VALUE : before + n;
    }

    @Override
    public void cancel() {
      call(upstream::cancel);
    }

    /** Calls the upstream. If that comes from within a signal, the upstream may signal from there (§3.2). */
    private void call(Runnable action) {
      Signal inside = own();
      inside.outside++;
      try {
        action.run();
      } finally {
        inside.outside--;
      }
    }

    /** Returns the youngest signal of this thread; if there is none, one that nobody sees. */
    private Signal own() {
      Signal own = new Signal("none");
      for (Signal signal : signals) {
        own = signal.thread == Thread.currentThread() ? signal : own;
      }
      return own;
    }
  }
}
