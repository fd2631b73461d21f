package org.reactiveserializer.stress.support;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Merge;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A merge with its downstream, its hooks and its sources. Its methods may be called by any thread,
 * those of one source by one thread at a time. They record exceptions of the merge.
 */
public final class MergeScene {
  /** How many sources are merged at a time, and how many items are requested of each. */
  public static final int LIMIT = 8;

  private final AtomicInteger strange = new AtomicInteger();
  private final Fates outcomes = new Fates();
  private final Outer outer = new Outer();
  private final Probe probe;
  private final Subscription control;

  private MergeScene(ErrorMode mode, Probe probe) {
    this.probe = probe;
    Merge.<Item>withDefaults()
        .concurrency(LIMIT)
        .prefetch(LIMIT)
        .errors(mode)
        .onDiscard(outcomes::discard)
        .onErrorDropped(outcomes::drop)
        .<Publisher<Item>, Item>flatMap(outer, source -> source)
        .subscribe(probe);
    this.control = Objects.requireNonNull(probe.subscription());
  }

  /** Creates a merge. */
  public static MergeScene of(ErrorMode mode, Probe probe) {
    return new MergeScene(mode, probe);
  }

  /** Emits sources to the merge. */
  public MergeScene with(TestSource... sources) {
    for (TestSource source : sources) {
      add(source);
    }
    return this;
  }

  /** Emits a source to the merge. */
  public void add(TestSource source) {
    quietly(() -> outer.subscriber().onNext(source));
  }

  /** Completes the outer source. */
  public void noMore() {
    quietly(() -> outer.subscriber().onComplete());
  }

  /** Lets a {@linkplain TestSource#tardy tardy} source signal its subscription. */
  public void arrive(TestSource source) {
    quietly(source::arrive);
  }

  /** Lets a source emit items. */
  public void next(TestSource source, Item... items) {
    for (Item item : items) {
      quietly(() -> source.next(item));
    }
  }

  /** Lets a source complete. */
  public void complete(TestSource source) {
    quietly(source::complete);
  }

  /** Lets a source fail. */
  public void fail(TestSource source, Failure error) {
    quietly(() -> source.fail(error));
  }

  /** Requests {@code n} more items. */
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

  /** Returns the record of discarded items and dropped errors. */
  public Fates outcomes() {
    return outcomes;
  }

  /** Returns the subscription of the outer source. */
  public TestUpstream outer() {
    return outer.subscription;
  }

  /** Returns how often the outer source was cancelled. */
  public int cancellations() {
    return outer.subscription.cancellations();
  }

  /**
   * Returns how many of these sources were not cancelled although the merge was, or were cancelled
   * more than once.
   */
  public int uncancelled(TestSource... sources) {
    int wrong = 0;
    for (TestSource source : sources) {
      wrong += source.isSubscribed() ? Math.abs(1 - source.cancellations()) : 0;
    }
    return wrong;
  }

  /** Returns how many calls threw, which is always a fault. */
  public int strange() {
    return strange.get();
  }

  /** Returns the number of events that are always faults. */
  public int wrong() {
    return strange.get()
        + outcomes.strangers()
        + probe.overlaps()
        + probe.disorder()
        + probe.unfilled()
        + probe.late()
        + Math.max(0, probe.terminals() - 1);
  }

  /** The outer source. */
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
