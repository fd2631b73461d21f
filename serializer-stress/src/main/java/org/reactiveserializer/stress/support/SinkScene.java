package org.reactiveserializer.stress.support;

import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactiveserializer.internal.operator.SinkEmitter;
import org.reactiveserializer.internal.operator.WhenFull;
import org.reactiveserializer.internal.right.DrainLimit;
import org.reactiveserializer.internal.right.EmissionRight;
import org.reactiveserializer.internal.waiting.BoundedQueue;
import org.reactiveserializer.internal.waiting.Demand;
import org.reactiveserializer.internal.waiting.Fate;
import org.reactivestreams.Subscription;

/**
 * A sink with its downstream and its hooks. Its methods may be called by any thread, and keep what the
 * sink throws. An item that the sink did not take is noted as refused.
 */
public final class SinkScene {
  private static final long PATIENCE = 5_000_000_000L;

  /** Less than it takes until a thread that waits for room, and was not told, looks by itself. */
  private static final long TOLD_BY_NOW = 900_000_000;

  private final AtomicInteger accepted = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();
  private final AtomicInteger thrown = new AtomicInteger();
  private final AtomicInteger strange = new AtomicInteger();
  private final AtomicInteger untold = new AtomicInteger();
  private final Fates fates;
  private final Probe probe;
  private final SinkEmitter<Item> sink;
  private final CountDownLatch subscribed = new CountDownLatch(1);
  private volatile @Nullable Subscription control;

  private SinkScene(
      @Nullable EmissionRight right,
      Demand demand,
      @Nullable BoundedQueue<Item> queue,
      SerialSettings<Item> settings,
      Probe probe,
      Fates fates) {
    this.probe = probe;
    this.fates = fates;
    SerialSettings<Item> hooked = settings.with(fates.hooks());
    this.sink =
        right == null
            ? new SinkEmitter<>(demand, queue, hooked)
            : Operators.sink(right, demand, queue, hooked);
  }

  /** Sets up one of the given parts, to be subscribed to; without a right, around its own. */
  public static SinkScene of(
      @Nullable EmissionRight right,
      @Nullable BoundedQueue<Item> queue,
      SerialSettings<Item> settings,
      Probe probe,
      Fates fates) {
    return new SinkScene(right, new Demand(), queue, settings, probe, fates);
  }

  private static SinkScene subscribed(
      @Nullable EmissionRight right,
      Demand demand,
      @Nullable BoundedQueue<Item> queue,
      WhenFull whenFull,
      @Nullable DrainLimit limit,
      Probe probe) {
    int capacity = queue == null ? SerialSettings.UNBOUNDED : queue.capacity();
    SerialSettings<Item> settings =
        new SerialSettings<>(capacity, whenFull, false, limit, Hooks.none());
    SinkScene scene = new SinkScene(right, demand, queue, settings, probe, new Fates());
    scene.subscribe();
    return scene;
  }

  /** Sets up one in which any number of items may wait. */
  public static SinkScene unbounded(Probe probe) {
    return with(new Demand(), probe);
  }

  /** Sets up one with another right. */
  public static SinkScene with(EmissionRight right, Probe probe) {
    return subscribed(right, new Demand(), null, WhenFull.REFUSE, null, probe);
  }

  /** Sets up one with another demand. */
  public static SinkScene with(Demand demand, Probe probe) {
    return subscribed(null, demand, null, WhenFull.REFUSE, null, probe);
  }

  /** Sets up one in which so many items may wait; others are refused. */
  public static SinkScene refusing(int capacity, Probe probe) {
    return with(new BoundedQueue<>(capacity), WhenFull.REFUSE, probe);
  }

  /** Sets up one in which so many items may wait; others take the place of the oldest. */
  public static SinkScene evicting(int capacity, Probe probe) {
    return with(new BoundedQueue<>(capacity), WhenFull.EVICT, probe);
  }

  /** Sets up one with another queue. */
  public static SinkScene with(BoundedQueue<Item> queue, WhenFull whenFull, Probe probe) {
    return subscribed(null, new Demand(), queue, whenFull, null, probe);
  }

  /** Sets up one in which few items may wait, and whose threads deliver one for others and hand on then. */
  public static SinkScene relayed(Executor executor, Probe probe) {
    return relayed(null, executor, probe);
  }

  /** As the other, with another right if there is one. */
  public static SinkScene relayed(@Nullable EmissionRight right, Executor executor, Probe probe) {
    return subscribed(
        right,
        new Demand(),
        new BoundedQueue<>(4),
        WhenFull.REFUSE,
        new DrainLimit(1, executor),
        probe);
  }

  /** Subscribes the downstream. The thread that emits may do the rest. */
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

  /** Emits an item when there is room, and notes if nobody told that there is. */
  public void emitPatiently(Item item) {
    long start = System.nanoTime();
    emit(item, PATIENCE);
    if (System.nanoTime() - start > TOLD_BY_NOW) {
      untold.getAndIncrement();
    }
  }

  /** Emits an item, by the way of those who wait if {@code nanos} is not zero; and returns its fate. */
  public int emit(Item item, long nanos) {
    int[] fate = {Fate.WAITS}; // if it throws, the item has its fate
    quietly(() -> fate[0] = nanos == 0 ? sink.emit(item.filled()) : sink.emit(item.filled(), nanos));
    note(item, fate[0]);
    return fate[0];
  }

  private void note(Item item, int fate) {
    if (fate >= Fate.WAITS) {
      accepted.getAndIncrement();
    } else {
      item.refused();
      refused.getAndIncrement();
    }
  }

  /** Returns the fate of an item that is emitted. */
  public int fateOf(Item item) {
    int fate = sink.emit(item.filled());
    note(item, fate);
    return fate;
  }

  /** Returns the fate of a completion. */
  public int fateOfCompletion() {
    return sink.end();
  }

  /** Tells whether it was cancelled. */
  public boolean isCancelled() {
    return sink.isCancelled();
  }

  /** Completes, and tells whether nothing ended it before. */
  public boolean end() {
    boolean[] first = {true};
    quietly(() -> first[0] = sink.end() != Fate.LATE);
    return first[0];
  }

  /** Fails, and tells whether nothing ended it before. */
  public boolean end(Failure error) {
    boolean[] first = {true};
    quietly(() -> first[0] = sink.end(error) != Fate.LATE);
    return first[0];
  }

  /** Returns what is open when the downstream is subscribed. */
  public CountDownLatch subscribed() {
    return subscribed;
  }

  /** Asks for more. After the subscription. */
  public void request(long n) {
    quietly(() -> control().request(n));
  }

  /** Cancels. After the subscription. */
  public void cancel() {
    quietly(() -> control().cancel());
  }

  private Subscription control() {
    return Objects.requireNonNull(control, "not subscribed yet");
  }

  /** Makes a call that none of the others is. */
  public void quietly(Runnable call) {
    try {
      call.run();
    } catch (Failure expected) {
      thrown.getAndIncrement();
    } catch (RuntimeException caught) {
      strange.getAndIncrement();
    }
  }

  /** Returns how many calls ended with what the downstream threw. */
  public int thrown() {
    return thrown.get();
  }

  /** Returns how many items the sink said that it took. */
  public int accepted() {
    return accepted.get();
  }

  /** Returns how many items the sink said that it did not take. */
  public int refused() {
    return refused.get();
  }

  /** Returns how many items wait. */
  public int backlog() {
    return sink.backlog();
  }

  /** Returns what the sink counted. */
  public SinkEmitter<Item> counted() {
    return sink;
  }

  /** Returns the downstream. */
  public Probe probe() {
    return probe;
  }

  /** Returns what became of what was not delivered. */
  public Fates fates() {
    return fates;
  }

  /** Returns how much happened that is always wrong. */
  public int wrong() {
    return strange.get()
        + untold.get()
        + fates.strangers()
        + probe.overlaps()
        + probe.disorder()
        + probe.unfilled()
        + probe.late()
        + Math.max(0, probe.terminals() - 1);
  }
}
