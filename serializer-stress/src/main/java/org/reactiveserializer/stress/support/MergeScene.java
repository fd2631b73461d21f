package org.reactiveserializer.stress.support;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Merge;
import org.reactiveserializer.internal.operator.DelayedError;
import org.reactiveserializer.internal.operator.MergeSettings;
import org.reactiveserializer.internal.operator.Merger;
import org.reactiveserializer.internal.right.EmissionRight;
import org.reactiveserializer.internal.waiting.Demand;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A merge between its downstream, its hooks and its sources. Its methods may be called by any
 * thread, those of one source by one at a time, and keep what the merge throws.
 */
public final class MergeScene {
  private static final int LIMIT = 8;

  private final AtomicInteger strange = new AtomicInteger();
  private final Fates fates = new Fates();
  private final Outer outer = new Outer();
  private final Probe probe;
  private final Subscription control;

  private MergeScene(Probe probe, Maker maker) {
    this.probe = probe;
    maker.make(outer, probe, fates);
    this.control = Objects.requireNonNull(probe.subscription());
  }

  /** Sets up the library's own, by the public way. */
  public static MergeScene sound(ErrorMode mode, Probe probe) {
    return new MergeScene(
        probe,
        (outer, downstream, fates) ->
            Merge.<Item>concurrency(LIMIT)
                .prefetch(LIMIT)
                .errors(mode)
                .onDiscard(fates::discard)
                .onDropped(fates::drop)
                .<Item>merge(outer)
                .subscribe(downstream));
  }

  /** Sets up one with a broken right. */
  public static MergeScene broken(EmissionRight right, Probe probe) {
    return broken(
        (settings, downstream) ->
            Operators.<Publisher<Item>>merger(right, settings, source -> source, downstream),
        probe);
  }

  /** Sets up one with a broken demand. */
  public static MergeScene broken(Demand demand, Probe probe) {
    return broken(demand, new DelayedError(), probe);
  }

  /** Sets up one with broken errors, which are delayed. */
  public static MergeScene broken(DelayedError delayed, Probe probe) {
    return broken(new Demand(), delayed, probe);
  }

  private static MergeScene broken(Demand demand, DelayedError delayed, Probe probe) {
    return broken(
        (settings, downstream) ->
            new Merger<>(demand, delayed, settings, source -> source, downstream),
        probe);
  }

  private static MergeScene broken(
      BiFunction<MergeSettings<Item>, Probe, Merger<Publisher<Item>, Item>> merger, Probe probe) {
    return new MergeScene(
        probe,
        (outer, downstream, fates) ->
            merger
                .apply(new MergeSettings<>(LIMIT, LIMIT, true, fates.hooks()), downstream)
                .start(outer));
  }

  /** Has sources subscribed to. */
  public MergeScene with(TestSource... sources) {
    for (TestSource source : sources) {
      add(source);
    }
    return this;
  }

  /** Has a source subscribed to. */
  public void add(TestSource source) {
    quietly(() -> outer.subscriber().onNext(source));
  }

  /** Lets no more sources come. */
  public void noMore() {
    quietly(() -> outer.subscriber().onComplete());
  }

  /** Has a tardy source bring its subscription. */
  public void arrive(TestSource source) {
    quietly(source::arrive);
  }

  /** Has a source push items. */
  public void next(TestSource source, Item... items) {
    for (Item item : items) {
      quietly(() -> source.next(item));
    }
  }

  /** Has a source complete. */
  public void complete(TestSource source) {
    quietly(source::complete);
  }

  /** Has a source fail. */
  public void fail(TestSource source, Failure error) {
    quietly(() -> source.fail(error));
  }

  /** Asks for more. */
  public void request(long n) {
    quietly(() -> control.request(n));
  }

  /** Cancels. */
  public void cancel() {
    quietly(control::cancel);
  }

  private void quietly(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException caught) {
      strange.getAndIncrement();
    }
  }

  /** Returns the downstream. */
  public Probe probe() {
    return probe;
  }

  /** Returns what became of what was not delivered. */
  public Fates fates() {
    return fates;
  }

  /** Returns how often the outer source was cancelled. */
  public int cancellations() {
    return outer.subscription.cancellations();
  }

  /** Returns how many of these sources run though all is cancelled, or were cancelled again. */
  public int uncancelled(TestSource... sources) {
    int wrong = 0;
    for (TestSource source : sources) {
      wrong += source.isSubscribed() ? Math.abs(1 - source.cancellations()) : 0;
    }
    return wrong;
  }

  /** Returns how many calls ended with something thrown, which is always wrong. */
  public int strange() {
    return strange.get();
  }

  /** Returns how much happened that is always wrong. */
  public int wrong() {
    return strange.get()
        + fates.strangers()
        + probe.overlaps()
        + probe.disorder()
        + probe.unfilled()
        + probe.late()
        + Math.max(0, probe.terminals() - 1);
  }

  @FunctionalInterface
  private interface Maker {
    /** Subscribes {@code downstream} to a merge of what comes from {@code outer}. */
    void make(Outer outer, Probe downstream, Fates fates);
  }

  /** Where the sources come from. */
  private static final class Outer implements Publisher<Publisher<Item>> {
    private final TestUpstream subscription = new TestUpstream();
    private @Nullable Subscriber<? super Publisher<Item>> subscriber;

    @Override
    public void subscribe(Subscriber<? super Publisher<Item>> arrived) {
      subscriber = arrived;
      arrived.onSubscribe(subscription);
    }

    Subscriber<? super Publisher<Item>> subscriber() {
      return Objects.requireNonNull(subscriber);
    }
  }
}
