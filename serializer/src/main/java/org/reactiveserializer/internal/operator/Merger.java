package org.reactiveserializer.internal.operator;

import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.ending.Termination.End;
import org.reactiveserializer.internal.waiting.Demand;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Many inner sources, one downstream: subscribes to what a mapper makes of the items of an outer
 * source. Not final so that a benchmark can vary a step, and a bridge add what its
 * library expects of a subscriber.
 *
 * @param <S> the type of the outer items
 * @param <T> the type of the inner items
 */
public class Merger<S, T> extends MergeLoop<T> implements Subscriber<S> {
  private final Function<? super S, ? extends Publisher<? extends T>> mapper;
  private final Hooks<? super S> outerHooks;

  /** Creates one that {@link #start} starts. */
  public Merger(
      MergeSettings<? super T> settings,
      Function<? super S, ? extends Publisher<? extends T>> mapper,
      Subscriber<? super T> downstream) {
    this(settings, mapper, Hooks.none(), downstream);
  }

  /**
   * As the other.
   *
   * @param outerHooks where outer items go whose inner is not subscribed to
   */
  public Merger(
      MergeSettings<? super T> settings,
      Function<? super S, ? extends Publisher<? extends T>> mapper,
      Hooks<? super S> outerHooks,
      Subscriber<? super T> downstream) {
    this(new Demand(), new DelayedError(), settings, mapper, outerHooks, downstream);
  }

  /** As the first, of parts that are all fresh. */
  public Merger(
      Demand demand,
      DelayedError delayed,
      MergeSettings<? super T> settings,
      Function<? super S, ? extends Publisher<? extends T>> mapper,
      Subscriber<? super T> downstream) {
    this(demand, delayed, settings, mapper, Hooks.none(), downstream);
  }

  private Merger(
      Demand demand,
      DelayedError delayed,
      MergeSettings<? super T> settings,
      Function<? super S, ? extends Publisher<? extends T>> mapper,
      Hooks<? super S> outerHooks,
      Subscriber<? super T> downstream) {
    super(demand, delayed, settings, downstream);
    this.mapper = mapper;
    this.outerHooks = outerHooks;
  }

  /** Subscribes the downstream to this, and this to the outer source. Once, by whoever has just created this. */
  public void start(Publisher<? extends S> source) {
    start();
    if (!isEnding()) {
      try {
        source.subscribe(this);
      } catch (Throwable thrown) { // in spite of §1.9
        if (hasEnded()) {
          throw thrown;
        }
        outerViolated(thrown);
      }
    }
  }

  @Override
  public void onSubscribe(Subscription arrived) {
    Objects.requireNonNull(arrived, "subscription is null (§2.13)");
    if (outer.setOnce(arrived)) {
      requestOuter(MergeSettings.demand(concurrency));
    } else {
      drop(broken("§2.12", "a second onSubscribe"));
    }
  }

  @Override
  public void onNext(S item) {
    if (item == null) {
      NullPointerException thrown = new NullPointerException(of("§2.13", "a null item"));
      outerViolated(thrown);
      throw thrown;
    }
    Inner<T> inner = null;
    try {
      inner = begun(item);
    } finally {
      if (inner == null) {
        outerHooks.discard(item);
      }
    }
    if (inner != null) {
      try {
        inner.subscribe();
      } catch (Throwable thrown) {
        failedStep = thrown; // it has begun, and will not end
        giveUp();
        throw thrown;
      }
    }
  }

  /** Has the inner of an item begin. Returns null if there is none, or it is too late for it. */
  private @Nullable Inner<T> begun(S item) {
    if (outerSignals() != Signals.EXPECTED || isEnding()) {
      late("an item"); // before the mapper is called
      return null;
    }
    Inner<T> inner;
    try {
      Publisher<? extends T> publisher = mapper.apply(item);
      if (publisher == null) {
        throw new NullPointerException("the mapper returned null for " + item);
      }
      inner = innerOf(publisher);
    } catch (Throwable thrown) {
      outerViolated(thrown);
      return null;
    }
    try {
      return turn(inner) ? inner : null;
    } catch (Throwable thrown) {
      failedStep = thrown; // it may have begun, and will not end
      mustPassFirst = true;
      giveUp();
      throw thrown;
    }
  }

  /** Makes the inner of a publisher. Once for each outer item, by the thread that emits that item. */
  protected Inner<T> innerOf(Publisher<? extends T> publisher) {
    return new Inner<>(this, publisher);
  }

  @Override
  public void onError(Throwable error) {
    if (error == null) {
      NullPointerException thrown = new NullPointerException(of("§2.13", "a null error"));
      outerViolated(thrown);
      throw thrown;
    }
    if (outerSignals() == Signals.EXPECTED) {
      outerEnded(error);
    } else {
      drop(error);
    }
  }

  @Override
  public void onComplete() {
    if (outerSignals() == Signals.EXPECTED) {
      outerEnded(null);
    } else {
      late("a completion");
    }
  }

  /** After the end. After a cancellation signals may come for a while (§2.8). */
  private void late(String signal) {
    if (outerSignals() == Signals.ENDED) {
      drop(broken("§1.7", signal + " after its end"));
    }
  }

  private static IllegalStateException broken(String rule, String signal) {
    return new IllegalStateException(of(rule, signal));
  }

  private static String of(String rule, String signal) {
    return rule + ": the outer source signalled " + signal;
  }

  // How the stream stands, for a bridge that is scanned. By any thread.

  /** Returns the outer source's subscription; null before it arrives, and after the end of that source or of the merge. */
  protected final @Nullable Subscription outerSubscription() {
    return outer.unreleased();
  }

  /** Returns whether an end was requested, or there was one. */
  protected final boolean isOver() {
    return isEnding();
  }

  /** Returns whether the downstream cancelled, or threw, before it got the end. */
  protected final boolean wasCancelled() {
    return termination.end() == End.CANCELLED;
  }

  /** Returns the error by which the stream has ended, or will; null: none. */
  protected final @Nullable Throwable error() {
    return termination.error();
  }

  /** Returns how many items wait, in constant time. */
  protected final int backlog() {
    return right().itemsWaiting() + growth();
  }

  @Override
  public void request(long n) {
    if (n > 0) {
      addDemand(demand, n);
    } else if (!isEnding()) { // §3.6; and who is about to end need not be told
      fail(new IllegalArgumentException("§3.9: request(" + n + "): n must be positive"));
    }
  }

  @Override
  public void cancel() {
    try {
      cancelTermination();
      dropDelayed();
    } finally {
      signal(); // the owner cancels the inners
    }
    if (termination.end() == End.CANCELLED) {
      cutOuter();
    }
  }
}
