package org.reactiveserializer.stress.support;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.Stats;
import org.reactivestreams.Subscription;

/**
 * A sink with its downstream and its hooks. Its methods may be called by any thread, and record
 * exceptions of the sink. An item that the sink does not accept is recorded as refused.
 */
public final class SinkScene {
  private final AtomicInteger accepted = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();
  private final AtomicInteger thrown = new AtomicInteger();
  private final AtomicInteger strange = new AtomicInteger();
  private final AtomicInteger undecided = new AtomicInteger();
  private final Fates outcomes;
  private final Probe probe;
  private final SerialSink<Item> sink;
  private final CountDownLatch subscribed = new CountDownLatch(1);
  private volatile @Nullable Subscription control;

  /** Creates a sink that is not subscribed yet, with the hooks of {@code outcomes}. */
  public SinkScene(Serializer<Item> settings, Probe probe, Fates outcomes) {
    this.probe = probe;
    this.outcomes = outcomes;
    this.sink =
        settings
            .<Item>onDiscard(outcomes::discard)
            .<Item>onErrorDropped(outcomes::drop)
            .<Item>sink();
  }

  private static SinkScene subscribed(Serializer<Item> settings, Probe probe) {
    SinkScene scene = bare(settings, probe);
    scene.subscribe();
    return scene;
  }

  private static SinkScene bare(Serializer<Item> settings, Probe probe) {
    return new SinkScene(
        settings.<Item>errors(ErrorMode.IMMEDIATE).<Item>answerOn(Runnable::run),
        probe,
        new Fates());
  }

  private static Serializer<Item> bounded(int capacity, Overflow whenFull) {
    return Serializer.<Item>withDefaults().bounded(capacity, whenFull);
  }

  /** Creates an unbounded sink. */
  public static SinkScene unbounded(Probe probe) {
    return subscribed(Serializer.withDefaults(), probe);
  }

  /** Creates a sink with a capacity that refuses further items. */
  public static SinkScene refusing(int capacity, Probe probe) {
    return subscribed(bounded(capacity, Overflow.DROP_NEWEST), probe);
  }

  /** As the other, not subscribed yet. */
  public static SinkScene bare(int capacity, Probe probe) {
    return bare(bounded(capacity, Overflow.DROP_NEWEST), probe);
  }

  /** Creates a sink in which so many items of weight 2 wait, although there are more places. */
  public static SinkScene weighing(int items, Overflow whenFull, Probe probe) {
    int most = 2 * items + 1;
    return subscribed(
        Serializer.<Item>withDefaults().bounded(most, most, item -> 2, whenFull), probe);
  }

  /** Creates a sink in which items of so much weight wait. */
  public static SinkScene weighing(long most, Probe probe) {
    return subscribed(
        Serializer.<Item>withDefaults().bounded(9, most, Item::weight, Overflow.DROP_NEWEST),
        probe);
  }

  /** Creates a sink with a capacity in which further items replace the oldest. */
  public static SinkScene evicting(int capacity, Probe probe) {
    return subscribed(bounded(capacity, Overflow.DROP_OLDEST), probe);
  }

  /** Creates a sink with a small capacity and a drain limit of one item. */
  public static SinkScene relayed(Executor executor, Probe probe) {
    return subscribed(bounded(4, Overflow.DROP_NEWEST).drainLimit(1, executor), probe);
  }

  /** Creates a sink in which only tasks of the executor deliver. */
  public static SinkScene tasksOnly(Tasks tasks, Probe probe) {
    SinkScene scene = subscribed(bounded(64, Overflow.DROP_NEWEST).deliverOn(tasks), probe);
    tasks.run(); // one of them signals the subscription
    return scene;
  }

  /** Subscribes the downstream. The current owner may finish the subscription. */
  public void subscribe() {
    quietly(() -> sink.subscribe(new Starter(probe, this::started)));
  }

  private void started() {
    control = probe.subscription();
    subscribed.countDown();
  }

  /** Emits items. */
  public void emit(Item... items) {
    for (Item item : items) {
      emit(item, 0);
    }
  }

  /**
   * Emits an item that waits for room without a thread, and records its outcome. Returns a stage that is
   * complete when that was done.
   */
  public CompletableFuture<EmitOutcome> emitLater(Item item) {
    undecided.getAndIncrement();
    // If the call throws, the item has its outcome.
    CompletableFuture<EmitOutcome> stage = CompletableFuture.completedFuture(EmitOutcome.QUEUED);
    try {
      stage = sink.emitAsync(item.filled()).toCompletableFuture();
    } catch (RuntimeException caught) {
      note(caught);
    }
    stage.whenComplete(
        (decided, withdrawn) -> {
          note(item, decided == null ? EmitOutcome.OVERFLOW : decided);
          undecided.getAndDecrement();
        });
    return stage;
  }

  /** Emits an item and returns its outcome. Waits for room if {@code nanos} is not zero. */
  public EmitOutcome emit(Item item, long nanos) {
    EmitOutcome outcome = EmitOutcome.QUEUED; // if the call throws, the item has its outcome
    try {
      outcome =
          nanos == 0
              ? sink.tryEmit(item.filled())
              : sink.emit(item.filled(), Duration.ofNanos(nanos));
    } catch (RuntimeException caught) {
      note(caught);
    }
    note(item, outcome);
    return outcome;
  }

  private void note(Item item, EmitOutcome outcome) {
    if (outcome.isAccepted()) {
      accepted.getAndIncrement();
    } else {
      item.refused();
      refused.getAndIncrement();
    }
  }

  /** Completes and returns the outcome of the completion. */
  public EmitOutcome complete() {
    return sink.tryComplete();
  }

  /** Completes; returns whether nothing had ended the stream before. */
  public boolean end() {
    boolean[] first = {true};
    quietly(() -> first[0] = sink.tryComplete().isAccepted());
    return first[0];
  }

  /** Fails; returns whether nothing had ended the stream before. */
  public boolean end(Failure error) {
    boolean[] first = {true};
    quietly(() -> first[0] = sink.tryFail(error).isAccepted());
    return first[0];
  }

  /** Returns a latch that opens when the downstream is subscribed. */
  public CountDownLatch subscribed() {
    return subscribed;
  }

  /** Requests {@code n} more items. To be called after the subscription. */
  public void request(long n) {
    quietly(() -> control().request(n));
  }

  /** Cancels. To be called after the subscription. */
  public void cancel() {
    quietly(() -> control().cancel());
  }

  private Subscription control() {
    return Objects.requireNonNull(control, "not subscribed yet");
  }

  /** Runs a signal for which there is no method here. */
  public void quietly(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException caught) {
      note(caught);
    }
  }

  private void note(RuntimeException caught) {
    (caught instanceof Failure ? thrown : strange).getAndIncrement();
  }

  /** Returns how many calls threw the exception of the downstream. */
  public int thrown() {
    return thrown.get();
  }

  /** Returns how many items the sink accepted. */
  public int accepted() {
    return accepted.get();
  }

  /** Returns how many items the sink refused. */
  public int refused() {
    return refused.get();
  }

  /** Returns how many items wait. */
  public int backlog() {
    return sink.backlog();
  }

  /** Returns the sink's own counts. */
  public Stats stats() {
    return sink.stats();
  }

  /** Returns the downstream. */
  public Probe probe() {
    return probe;
  }

  /** Returns the record of discarded items and dropped errors. */
  public Fates outcomes() {
    return outcomes;
  }

  /** Returns the number of events that are always faults. */
  public int wrong() {
    return strange.get()
        + undecided.get()
        + outcomes.strangers()
        + probe.overlaps()
        + probe.disorder()
        + probe.unfilled()
        + probe.late()
        + Math.max(0, probe.terminals() - 1);
  }
}
