package org.reactiveserializer.stress.support;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.emission.BoundedQueue;
import org.reactiveserializer.internal.emission.Demand;
import org.reactiveserializer.internal.emission.EmissionRight;
import org.reactiveserializer.internal.emission.Fate;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactiveserializer.internal.operator.SinkEmitter;
import org.reactiveserializer.internal.operator.WhenFull;
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
  private final AtomicInteger strange = new AtomicInteger();
  private final AtomicInteger untold = new AtomicInteger();
  private final Fates fates = new Fates();
  private final Probe probe;
  private final SinkEmitter<Item> sink;
  private final Subscription control;

  private SinkScene(
      EmissionRight right,
      Demand demand,
      @Nullable BoundedQueue<Item> queue,
      WhenFull whenFull,
      Probe probe) {
    int capacity = queue == null ? SerialSettings.UNBOUNDED : queue.capacity();
    this.probe = probe;
    this.sink =
        new SinkEmitter<>(
            right,
            demand,
            queue,
            new SerialSettings<>(capacity, whenFull, false, null, fates.hooks()));
    sink.subscribe(probe);
    this.control = Objects.requireNonNull(probe.subscription());
  }

  /** Sets up one in which any number of items may wait. */
  public static SinkScene unbounded(Probe probe) {
    return with(EmissionRight.create(), probe);
  }

  /** Sets up one with another right. */
  public static SinkScene with(EmissionRight right, Probe probe) {
    return new SinkScene(right, new Demand(), null, WhenFull.REFUSE, probe);
  }

  /** Sets up one with another demand. */
  public static SinkScene with(Demand demand, Probe probe) {
    return new SinkScene(EmissionRight.create(), demand, null, WhenFull.REFUSE, probe);
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
    return new SinkScene(EmissionRight.create(), new Demand(), queue, whenFull, probe);
  }

  /** Emits items. */
  public void emit(Item... items) {
    for (Item item : items) {
      quietly(() -> note(item, sink.emit(item.filled())));
    }
  }

  /** Emits an item when there is room, and notes if nobody told that there is. */
  public void emitPatiently(Item item) {
    long start = System.nanoTime();
    quietly(() -> note(item, sink.emit(item.filled(), PATIENCE)));
    if (System.nanoTime() - start > TOLD_BY_NOW) {
      untold.getAndIncrement();
    }
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

  /** Completes. */
  public void complete() {
    quietly(sink::end);
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
