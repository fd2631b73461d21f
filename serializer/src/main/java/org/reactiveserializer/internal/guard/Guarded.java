package org.reactiveserializer.internal.guard;

import static org.reactiveserializer.BreachException.Party.DOWNSTREAM;
import static org.reactiveserializer.BreachException.Party.UPSTREAM;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.BreachException;
import org.reactiveserializer.BreachException.Party;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A subscriber that passes all signals on at once, and looks for breaches of the specification. Not
 * final: a bridge adds what its library requires of a subscriber.
 *
 * <p>The signals that are under way are a stack. A thread pushes its signal by {@code compareAndSet},
 * and so finds every one that was pushed before and has not returned. Of two that overlap, the one
 * that was pushed second reports it.
 *
 * @param <T> the type of the items
 */
public class Guarded<T> implements Subscriber<T> {
  private final GuardSettings settings;
  private final Reports reports;
  private final Subscriber<? super T> downstream;

  // The youngest of the signals under way; those that have returned are passed over.
  @SuppressWarnings("unused") // through the VarHandle
  private volatile @Nullable Call youngest;

  @SuppressWarnings("unused") // through the VarHandle
  private volatile long requested;

  @SuppressWarnings("unused") // through the VarHandle
  private volatile long items;

  private volatile boolean begun;
  private volatile boolean ended;

  /** Creates a guard in front of {@code downstream}. */
  public Guarded(GuardSettings settings, Subscriber<? super T> downstream) {
    this.settings = settings;
    this.reports = new Reports(settings);
    this.downstream = downstream;
  }

  @Override
  public final void onSubscribe(@Nullable Subscription subscription) {
    signal(
        "onSubscribe",
        call -> {
          checkNull(call, subscription);
          if (begun) {
            breach(call, "§2.12", UPSTREAM, "a second onSubscribe");
          }
          begun = true;
        },
        () -> downstream.onSubscribe(watched(subscription)));
  }

  @SuppressWarnings("NullAway") // null is passed on as it came
  private Subscription watched(@Nullable Subscription subscription) {
    return subscription == null ? null : new Watched(this, subscription);
  }

  @Override
  public final void onNext(T item) {
    long count = (long) ITEMS.getAndAdd(this, 1L) + 1;
    signal(
        "onNext",
        call -> {
          checkNull(call, item);
          checkOrder(call);
          long limit = requested;
          if (begun && count > limit) {
            breach(
                call,
                "§1.1",
                UPSTREAM,
                "item " + count + ", but only " + limit + " were requested");
          }
        },
        () -> downstream.onNext(item));
  }

  @Override
  public final void onError(Throwable error) {
    signal(
        "onError",
        call -> {
          checkNull(call, error);
          checkOrder(call);
          ended = true;
        },
        () -> downstream.onError(error));
  }

  @Override
  public final void onComplete() {
    signal(
        "onComplete",
        call -> {
          checkOrder(call);
          ended = true;
        },
        downstream::onComplete);
  }

  /** Pushes a signal, checks it, and passes it on. */
  private void signal(String name, Consumer<Call> checks, Runnable signal) {
    Call call = new Call(name);
    Call found;
    do {
      found = youngest;
      call.below = Call.firstOf(found);
    } while (!YOUNGEST.compareAndSet(this, found, call));
    long took;
    try {
      checkOverlap(call);
      checks.accept(call);
      took = pass(call, signal);
    } catch (Throwable thrown) {
      call.thread = null; // before any call: there may be no stack for one
      end(call);
      if (call.passedOn && call.thrownOutside != thrown) {
        reports.downstreamThrew(name, thrown, items);
      }
      if (call.breach != null && call.breach != thrown) {
        thrown.addSuppressed(call.breach);
      }
      throw thrown;
    }
    end(call);
    if (took > settings.limitNanos()) {
      breach(call, "§2.2", DOWNSTREAM, name + " took " + Duration.ofNanos(took));
    }
    if (call.breach != null) {
      throw call.breach;
    }
  }

  /** Passes a signal on. Returns how long that took; 0 if there is no limit. */
  private long pass(Call call, Runnable signal) {
    boolean limited = settings.limitNanos() != GuardSettings.NO_LIMIT;
    long from = limited ? settings.clock().getAsLong() : 0;
    call.passedOn = true;
    signal.run();
    return limited ? settings.clock().getAsLong() - from - call.nanosOutside : 0;
  }

  private void end(Call call) {
    call.thread = null;
    YOUNGEST.compareAndSet(this, call, call.below); // or the next signal passes over it
  }

  /** Reports that another signal is under way. Looks at all, so that those that have ended are forgotten. */
  private void checkOverlap(Call call) {
    boolean reported = false;
    for (Call other = call.below; other != null; other = other.nextUnderWay()) {
      reported = reported || overlaps(call, other);
    }
  }

  /** Returns whether {@code other} is under way, and reports it unless it may be. */
  private boolean overlaps(Call call, Call other) {
    Thread thread = other.thread;
    if (thread == Thread.currentThread()) {
      if (other.outside == 0) {
        breach(call, "§1.3", UPSTREAM, call.signal + " from within " + other.signal);
      }
    } else if (thread != null) {
      breach(call, overlap(call, other, thread));
    }
    return thread != null;
  }

  private BreachException overlap(Call call, Call other, Thread thread) {
    StackTraceElement[] stack = thread.getStackTrace();
    boolean returned = other.thread == null;
    BreachException breach =
        breach(
            "§1.3",
            UPSTREAM,
            call.signal
                + " on the thread "
                + OtherThread.name(Thread.currentThread())
                + " while "
                + other.signal
                + " is under way on the thread "
                + OtherThread.name(thread));
    breach.initCause(new OtherThread(other.signal, thread, stack, returned));
    return breach;
  }

  private void checkNull(Call call, @Nullable Object parameter) {
    if (parameter == null) {
      breach(call, "§2.13", UPSTREAM, call.signal + " with null");
    }
  }

  private void checkOrder(Call call) {
    if (!begun) {
      breach(call, "§1.9", UPSTREAM, call.signal + " before onSubscribe");
    }
    if (ended) {
      breach(call, "§1.7", UPSTREAM, call.signal + " after the end");
    }
  }

  // What the downstream calls.

  /** Adds to what was requested; {@link Long#MAX_VALUE}: any number (§3.17). */
  final void count(long n) {
    long before;
    long sum;
    do {
      before = requested;
      sum = before + n;
    } while (!REQUESTED.compareAndSet(this, before, sum < 0 ? Long.MAX_VALUE : sum));
  }

  /**
   * Makes a call of the subscription. If it comes from within a signal, the upstream may signal from
   * there (§3.2), and the time is not the downstream's.
   */
  final void outside(String rule, String name, Runnable action) {
    Call inside = own();
    if (inside == null || settings.limitNanos() == GuardSettings.NO_LIMIT) {
      outside(inside, rule, name, action);
      return;
    }
    long from = settings.clock().getAsLong();
    try {
      outside(inside, rule, name, action);
    } finally {
      inside.nanosOutside += settings.clock().getAsLong() - from;
    }
  }

  private void outside(@Nullable Call inside, String rule, String name, Runnable action) {
    if (inside != null) {
      inside.outside++;
    }
    try {
      action.run();
    } catch (BreachException breach) {
      throw breach; // of a signal from within
    } catch (Throwable thrown) {
      if (inside != null) {
        inside.thrownOutside = thrown;
      }
      reports.upstreamThrew(rule, name, thrown, items);
      throw thrown;
    } finally {
      if (inside != null) {
        inside.outside--;
      }
    }
  }

  /** Returns the youngest signal of this thread; null: there is none. */
  private @Nullable Call own() {
    for (Call call = youngest; call != null; call = call.below) {
      if (call.thread == Thread.currentThread()) {
        return call;
      }
    }
    return null;
  }

  final BreachException breach(String rule, Party party, String what) {
    return reports.breach(rule, party, items, what);
  }

  /** Passes a breach to the hook. Returns what must be thrown instead when the call has returned. */
  final @Nullable BreachException report(BreachException breach) {
    return reports.report(breach);
  }

  private void breach(Call call, String rule, Party party, String what) {
    breach(call, breach(rule, party, what));
  }

  private void breach(Call call, BreachException breach) {
    BreachException thrown = report(breach);
    if (call.breach == null) {
      call.breach = thrown;
    } else if (thrown != null) {
      call.breach.addSuppressed(thrown);
    }
  }

  private static final VarHandle YOUNGEST = handle("youngest", Call.class);
  private static final VarHandle REQUESTED = handle("requested", long.class);
  private static final VarHandle ITEMS = handle("items", long.class);

  private static VarHandle handle(String field, Class<?> type) {
    return ConstantBootstraps.fieldVarHandle(
        MethodHandles.lookup(), field, VarHandle.class, Guarded.class, type);
  }
}
