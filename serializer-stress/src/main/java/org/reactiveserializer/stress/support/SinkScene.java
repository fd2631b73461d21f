package org.reactiveserializer.stress.support;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.internal.drain.DrainLimit;
import org.reactiveserializer.internal.drain.DrainLoop;
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactiveserializer.internal.operator.SinkOperator;
import org.reactiveserializer.internal.waiting.Balance;
import org.reactiveserializer.internal.waiting.BoundedQueue;
import org.reactiveserializer.internal.waiting.Demand;
import org.reactiveserializer.internal.waiting.Outcome;
import org.reactiveserializer.internal.waiting.RoomLine;
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
  private final SinkOperator<Item> sink;
  private final CountDownLatch subscribed = new CountDownLatch(1);
  private volatile @Nullable Subscription control;

  private SinkScene(
      @Nullable DrainState drain,
      Demand demand,
      @Nullable BoundedQueue<Item> queue,
      SerialSettings<Item> settings,
      Probe probe,
      Fates outcomes) {
    this(
        new SinkOperator<>(
            drain == null ? DrainLoop.newDrainState() : drain,
            demand,
            queue,
            settings.with(outcomes.hooks())),
        probe,
        outcomes);
  }

  private SinkScene(SinkOperator<Item> sink, Probe probe, Fates outcomes) {
    this.probe = probe;
    this.outcomes = outcomes;
    this.sink = sink;
  }

  /**
   * Creates a sink of the given parts, not subscribed yet; if the drain state is null, the sink has its
   * own.
   */
  public static SinkScene of(
      @Nullable DrainState drain,
      @Nullable BoundedQueue<Item> queue,
      SerialSettings<Item> settings,
      Probe probe,
      Fates outcomes) {
    return new SinkScene(drain, new Demand(), queue, settings, probe, outcomes);
  }

  private static SinkScene subscribed(
      @Nullable DrainState drain,
      Demand demand,
      @Nullable BoundedQueue<Item> queue,
      Overflow whenFull,
      @Nullable DrainLimit limit,
      Probe probe) {
    int capacity = queue == null ? SerialSettings.UNBOUNDED : queue.capacity();
    SerialSettings<Item> settings =
        new SerialSettings<>(capacity, whenFull, ErrorMode.IMMEDIATE, limit, Hooks.none());
    SinkScene scene = new SinkScene(drain, demand, queue, settings, probe, new Fates());
    scene.subscribe();
    return scene;
  }

  /** Creates an unbounded sink. */
  public static SinkScene unbounded(Probe probe) {
    return with(new Demand(), probe);
  }

  /** Creates a sink with another drain state. */
  public static SinkScene with(DrainState drain, Probe probe) {
    return subscribed(drain, new Demand(), null, Overflow.DROP_NEWEST, null, probe);
  }

  /** Creates a sink with another demand. */
  public static SinkScene with(Demand demand, Probe probe) {
    return subscribed(null, demand, null, Overflow.DROP_NEWEST, null, probe);
  }

  /** Creates a sink with a capacity that refuses further items. */
  public static SinkScene refusing(int capacity, Probe probe) {
    return with(new BoundedQueue<>(capacity), Overflow.DROP_NEWEST, probe);
  }

  /** Creates a sink in which so many items of weight 2 wait, although there are more places. */
  public static SinkScene weighing(int items, Overflow whenFull, Probe probe) {
    return with(
        new BoundedQueue<>(
            2 * items + 1,
            new Balance<>(2L * items + 1, item -> 2, error -> {}),
            new RoomLine<>(Runnable::run)),
        whenFull,
        probe);
  }

  /** Creates a sink with a capacity in which further items replace the oldest. */
  public static SinkScene evicting(int capacity, Probe probe) {
    return with(new BoundedQueue<>(capacity), Overflow.DROP_OLDEST, probe);
  }

  /** Creates a sink with another queue. */
  public static SinkScene with(BoundedQueue<Item> queue, Overflow whenFull, Probe probe) {
    return subscribed(null, new Demand(), queue, whenFull, null, probe);
  }

  /** Creates a sink with a small capacity and a drain limit of one item. */
  public static SinkScene relayed(Executor executor, Probe probe) {
    return relayed(null, executor, probe);
  }

  /** As {@link #relayed(Executor, Probe)}, with another drain state unless it is null. */
  public static SinkScene relayed(@Nullable DrainState drain, Executor executor, Probe probe) {
    return subscribed(
        drain,
        new Demand(),
        new BoundedQueue<>(4),
        Overflow.DROP_NEWEST,
        new DrainLimit(1, executor, false),
        probe);
  }

  /** Creates a sink in which only tasks of the executor deliver. */
  public static SinkScene tasksOnly(
      Function<SerialSettings<Item>, SinkOperator<Item>> sink, Tasks tasks, Probe probe) {
    Fates outcomes = new Fates();
    SerialSettings<Item> settings =
        new SerialSettings<>(
            4,
            Overflow.DROP_NEWEST,
            ErrorMode.IMMEDIATE,
            new DrainLimit(4, tasks, true),
            outcomes.hooks());
    SinkScene scene = new SinkScene(sink.apply(settings), probe, outcomes);
    scene.subscribe();
    tasks.run(); // one of them signals the subscription
    return scene;
  }

  /** Subscribes the downstream. The current owner may finish the subscription. */
  public void subscribe() {
    quietly(() -> sink.admit(new Starter(probe, this::started)));
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
    List<CompletableFuture<EmitOutcome>> stages = new ArrayList<>();
    undecided.getAndIncrement();
    int[] outcome = {Outcome.WAITS}; // if the call throws, the item has its outcome
    quietly(
        () -> {
          outcome[0] = sink.emitNow(item.filled());
          if (outcome[0] == Outcome.FULL) {
            outcome[0] = Outcome.WAITS;
            stages.add(sink.emitLater(item).toCompletableFuture());
          }
        });
    if (stages.isEmpty()) {
      decided(item, outcome[0]);
      return CompletableFuture.completedFuture(EmitOutcome.QUEUED);
    }
    CompletableFuture<EmitOutcome> stage = stages.get(0);
    stage.whenComplete(
        (decided, withdrawn) ->
            decided(item, decided == EmitOutcome.QUEUED ? Outcome.WAITS : Outcome.LATE));
    return stage;
  }

  private void decided(Item item, int outcome) {
    note(item, outcome);
    undecided.getAndDecrement();
  }

  /** Emits an item and returns its outcome. Waits for room if {@code nanos} is not zero. */
  public int emit(Item item, long nanos) {
    int[] outcome = {Outcome.WAITS}; // if the call throws, the item has its outcome
    quietly(
        () -> outcome[0] = nanos == 0 ? sink.emit(item.filled()) : sink.emit(item.filled(), nanos));
    note(item, outcome[0]);
    return outcome[0];
  }

  private void note(Item item, int outcome) {
    if (outcome >= Outcome.WAITS) {
      accepted.getAndIncrement();
    } else {
      item.refused();
      refused.getAndIncrement();
    }
  }

  /** Emits an item and returns its outcome. */
  public int outcomeOf(Item item) {
    int outcome = sink.emit(item.filled());
    note(item, outcome);
    return outcome;
  }

  /** Completes and returns the outcome of the completion. */
  public int outcomeOfCompletion() {
    return sink.end();
  }

  /** Completes; returns whether nothing had ended the stream before. */
  public boolean end() {
    boolean[] first = {true};
    quietly(() -> first[0] = sink.end() >= Outcome.WAITS);
    return first[0];
  }

  /** Fails; returns whether nothing had ended the stream before. */
  public boolean end(Failure error) {
    boolean[] first = {true};
    quietly(() -> first[0] = sink.end(error) >= Outcome.WAITS);
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
    } catch (Failure expected) {
      thrown.getAndIncrement();
    } catch (RuntimeException caught) {
      strange.getAndIncrement();
    }
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

  /** Returns the sink, for its counters. */
  public SinkOperator<Item> counted() {
    return sink;
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
