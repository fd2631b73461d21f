package org.reactiveserializer.benchmarks.alternatives;

import java.util.concurrent.locks.LockSupport;
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.internal.drain.Handover;
import org.reactiveserializer.internal.drain.Work;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.ending.Termination;
import org.reactiveserializer.internal.operator.SerialOperator;
import org.reactivestreams.Subscriber;

/**
 * A drain state of which a thread makes way to an owner for longer before it puts a node above others: it
 * yields again and again until nothing waits, or sleeps, as the threads in the queue of a lock do.
 */
public final class MakesWay extends DrainState {
  private final int yields;
  private final long sleepNanos;

  private MakesWay(int yields, long sleepNanos) {
    this.yields = yields;
    this.sleepNanos = sleepNanos;
  }

  /**
   * Creates an emitter with such a state.
   *
   * @param yields how often to yield at most
   * @param sleepNanos how long to sleep in place of a yield; 0: not at all
   */
  public static SerialOperator<Integer> emitter(
      Subscriber<? super Integer> downstream, int yields, long sleepNanos) {
    return new SerialOperator<>(
        new MakesWay(yields, sleepNanos), Termination.immediate(), downstream, Hooks.none());
  }

  @Override
  @SuppressWarnings("ThreadPriorityCheck") // what is to be measured
  public Handover push(Work work) {
    for (int i = 0; i < yields && youngest() != null; i++) {
      if (sleepNanos == 0) {
        Thread.yield();
      } else {
        LockSupport.parkNanos(sleepNanos);
      }
    }
    return super.push(work);
  }
}
