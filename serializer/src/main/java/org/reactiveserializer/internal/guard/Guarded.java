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
import org.reactiveserializer.internal.settings.Dropped;
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
    this.downstream = downstream;
  }

  @Override
  public final void onSubscribe(@Nullable Subscription subscription) {
    Call call = begin("onSubscribe");
    checkNull(call, subscription);
    if (begun) {
      breach(call, "§2.12", UPSTREAM, "a second onSubscribe");
    }
    begun = true;
    pass(call, () -> downstream.onSubscribe(watched(subscription)));
  }

  @SuppressWarnings("NullAway") // null is passed on as it came
  private Subscription watched(@Nullable Subscription subscription) {
    return subscription == null ? null : new Watched(this, subscription);
  }

  @Override
  public final void onNext(T item) {
    long count = (long) ITEMS.getAndAdd(this, 1L) + 1;
    Call call = begin("onNext");
    checkNull(call, item);
    checkOrder(call);
    long limit = requested;
    if (begun && count > limit) {
      breach(call, "§1.1", UPSTREAM, "item " + count + ", but only " + limit + " were requested");
    }
    pass(call, () -> downstream.onNext(item));
  }

  @Override
  public final void onError(Throwable error) {
    Call call = begin("onError");
    checkNull(call, error);
    checkOrder(call);
    ended = true;
    pass(call, () -> downstream.onError(error));
  }

  @Override
  public final void onComplete() {
    Call call = begin("onComplete");
    checkOrder(call);
    ended = true;
    pass(call, downstream::onComplete);
  }

  /** Pushes a signal, and reports that another one is under way. */
  private Call begin(String signal) {
    Call call = new Call(signal);
    Call found;
    do {
      found = youngest;
      call.below = Call.firstOf(found);
    } while (!YOUNGEST.compareAndSet(this, found, call));
    checkOverlap(call);
    return call;
  }

  private void checkOverlap(Call call) {
    boolean reported = false;
    for (Call other = call.below; other != null && !reported; other = other.nextUnderWay()) {
      Thread thread = other.thread;
      if (thread == Thread.currentThread()) {
        if (other.outside == 0) {
          breach(call, "§1.3", UPSTREAM, call.signal + " from within " + other.signal);
        }
        reported = true;
      } else if (thread != null) {
        breach(call, overlap(call, other, thread));
        reported = true;
      }
    }
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
                + Thread.currentThread().getName()
                + " while "
                + other.signal
                + " is under way on the thread "
                + thread.getName());
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

  private void pass(Call call, Runnable signal) {
    boolean limited = settings.limitNanos() != GuardSettings.NO_LIMIT;
    long from = limited ? settings.clock().getAsLong() : 0;
    try {
      signal.run();
    } catch (Throwable thrown) {
      end(call);
      threw("§2.13", DOWNSTREAM, call.signal, thrown);
      if (call.breach != null && call.breach != thrown) {
        thrown.addSuppressed(call.breach);
      }
      throw thrown;
    }
    long took = limited ? settings.clock().getAsLong() - from - call.nanosOutside : 0;
    end(call);
    if (took > settings.limitNanos()) {
      breach(call, "§2.2", DOWNSTREAM, call.signal + " took " + Duration.ofNanos(took));
    }
    if (call.breach != null) {
      throw call.breach;
    }
  }

  private void end(Call call) {
    call.thread = null;
    YOUNGEST.compareAndSet(this, call, call.below); // or the next signal passes over it
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
      threw(rule, UPSTREAM, name, thrown);
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

  // Reports.

  final BreachException breach(String rule, Party party, String what) {
    return new BreachException(
        rule,
        party,
        items,
        rule
            + settings.stream()
            + ": "
            + what
            + "; by the "
            + (party == UPSTREAM ? "upstream" : "downstream")
            + ", after "
            + items
            + " items");
  }

  /** Passes a breach to the hook. Returns what must be thrown instead when the call has returned. */
  final @Nullable BreachException report(BreachException breach) {
    Consumer<? super BreachException> hook = settings.onBreach();
    if (hook == null) {
      return breach;
    }
    Dropped.pass(breach, ignored -> hook.accept(breach));
    return null;
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

  /** Reports what was thrown, unless it reaches the caller anyway. */
  private void threw(String rule, Party party, String call, Throwable thrown) {
    if (settings.onBreach() != null && !(thrown instanceof BreachException)) {
      BreachException breach = breach(rule, party, call + " threw " + thrown);
      breach.initCause(thrown);
      report(breach);
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
