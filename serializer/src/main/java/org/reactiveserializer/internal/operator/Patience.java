package org.reactiveserializer.internal.operator;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.internal.drain.StackRoom;
import org.reactiveserializer.internal.waiting.BoundedQueue;
import org.reactiveserializer.internal.waiting.Outcome;
import org.reactiveserializer.internal.waiting.Parking;
import org.reactiveserializer.internal.waiting.RoomLine;
import org.reactiveserializer.internal.waiting.Waiter;

/**
 * How the producers of a sink wait for room: see {@link RoomLine}.
 *
 * @param <T> the type of the items
 */
final class Patience<T> implements Runnable, Parking.Look {
  private final SinkOperator<T> sink;
  private final BoundedQueue<T> queue;
  private final RoomLine<T> line;

  Patience(SinkOperator<T> sink, BoundedQueue<T> queue) {
    this.sink = sink;
    this.queue = queue;
    this.line = queue.line();
    if (queue.isWeighing()) {
      line.onWithdrawal(this::requestPassElsewhere);
    }
  }

  /** Returns whether an emission that may wait must join the line, since others are in it. */
  boolean mustQueueUp() {
    return !line.isEmpty();
  }

  /** Lets an item wait, and returns the stage of its outcome; null if there will never be room. */
  @Nullable CompletionStage<EmitOutcome> stage(T item) {
    StackRoom.ensure();
    long weight = queue.weigh(item);
    if (queue.isTooHeavy(weight)) {
      return null;
    }
    Waiter<T> waiter = line.stage(item, weight);
    try {
      join(waiter);
    } catch (Throwable thrown) {
      giveUp(waiter, item, thrown);
      throw thrown;
    }
    return waiter;
  }

  /** Runs {@code task} once, when there is room or the stream has ended. */
  void call(Runnable task) {
    StackRoom.ensure();
    join(line.call(task));
  }

  /**
   * Lets the calling thread wait with an item, for at most {@code nanos}. Returns the {@link Outcome}
   * of the item.
   */
  int park(T item, long nanos) {
    StackRoom.ensure();
    long weight = queue.weigh(item);
    if (queue.isTooHeavy(weight)) {
      return Outcome.FULL;
    }
    long start = System.nanoTime();
    Waiter<T> waiter = line.thread(item, weight);
    boolean interrupted;
    try {
      join(waiter);
      interrupted = !Parking.await(waiter, start, nanos, this);
    } catch (Throwable thrown) {
      giveUp(waiter, item, thrown);
      throw thrown;
    }
    if (line.withdraw(waiter)) {
      return interrupted ? Outcome.INTERRUPTED : Outcome.FULL;
    }
    return waiter.decided() == EmitOutcome.QUEUED ? Outcome.WAITS : sink.lateness();
  }

  /** Looks for others, by a thread that waits. */
  @Override
  public void look() {
    sink.lookForOthers();
  }

  /**
   * Joins the line, and requests a pass. The stack was asked before, so that both are one step: only
   * the pass itself may fail.
   */
  private void join(Waiter<T> waiter) {
    line.join(waiter, this);
    if (sink.isTerminated()) { // whoever ended it may not have seen this one
      refuseAll();
    }
  }

  /** Requests a pass, by one who has joined the line. */
  @Override
  public void run() {
    sink.requestPass();
  }

  /** Requests a pass, by one who has left a line in which weights matter, but not in his thread. */
  private void requestPassElsewhere() {
    try {
      sink.answerThreads().execute(this);
    } catch (Throwable refused) {
      DeliveryThreads.executor().execute(this);
    }
  }

  /** The emission throws, so the caller does not keep the item: unless it is in the queue, discards it. */
  private void giveUp(Waiter<T> waiter, T item, Throwable thrown) {
    if (line.withdraw(waiter) || waiter.decided() != EmitOutcome.QUEUED) {
      sink.giveUp(thrown, item);
    }
  }

  /** Answers all who wait: the end was published. By any thread. */
  void refuseAll() {
    if (!line.isEmpty()) {
      int outcome = sink.lateness();
      for (int n = line.refuseAll(outcome == Outcome.CANCELLED); n > 0; n--) {
        sink.counted(outcome);
      }
    }
  }
}
