package org.reactiveserializer.benchmarks.alternatives;

import java.util.function.Consumer;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.internal.drain.DrainLoop;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactiveserializer.internal.operator.SinkOperator;
import org.reactiveserializer.internal.waiting.BoundedQueue;
import org.reactiveserializer.internal.waiting.Demand;
import org.reactiveserializer.internal.waiting.Outcome;
import org.reactiveserializer.internal.waiting.RoomLine;
import org.reactivestreams.Subscriber;

/**
 * The library's bounded sink with other rules for the notification of producers that wait for room.
 */
public final class Notifying implements Consumer<Integer> {
  private static final int CAPACITY = 1024;

  private final SinkOperator<Integer> sink;

  private Notifying(Subscriber<? super Integer> downstream, int share) {
    this.sink =
        new SinkOperator<>(
            DrainLoop.newDrainState(),
            new Demand(),
            new BoundedQueue<>(CAPACITY, share, new RoomLine<>(Runnable::run)),
            new SerialSettings<>(
                CAPACITY, Overflow.DROP_NEWEST, ErrorMode.IMMEDIATE, null, Hooks.none()));
    sink.admit(downstream);
  }

  /** Notifies one producer for every item that is removed. */
  public static Notifying always(Subscriber<? super Integer> downstream) {
    return new Notifying(downstream, 1);
  }

  /**
   * Notifies one producer {@code times} for every {@code CAPACITY} items removed. All producers
   * also check from time to time.
   */
  public static Notifying often(Subscriber<? super Integer> downstream, int times) {
    return new Notifying(downstream, CAPACITY / times);
  }

  /**
   * Notifies no producer while there is something to deliver. All producers also check from time to
   * time.
   */
  public static Notifying never(Subscriber<? super Integer> downstream) {
    return new Notifying(downstream, Integer.MAX_VALUE);
  }

  @Override
  public void accept(Integer item) {
    int fate = sink.emit(item, Long.MAX_VALUE);
    if (fate < Outcome.WAITS) {
      throw new IllegalStateException("the sink refused an item: fate " + fate);
    }
  }
}
