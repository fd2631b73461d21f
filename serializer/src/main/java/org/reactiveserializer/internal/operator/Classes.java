package org.reactiveserializer.internal.operator;

import java.lang.invoke.MethodHandles;
import org.reactiveserializer.internal.drain.Backoff;
import org.reactiveserializer.internal.drain.DrainLimit;
import org.reactiveserializer.internal.drain.HandoffTask;
import org.reactiveserializer.internal.drain.Handover;
import org.reactiveserializer.internal.drain.StackRoom;
import org.reactiveserializer.internal.drain.ThreadNumber;
import org.reactiveserializer.internal.emission.Counts;
import org.reactiveserializer.internal.ending.Termination;
import org.reactiveserializer.internal.ending.Upstream;
import org.reactiveserializer.internal.events.Events;
import org.reactiveserializer.internal.waiting.BoundedQueue;
import org.reactiveserializer.internal.waiting.Chain;
import org.reactiveserializer.internal.waiting.Demand;
import org.reactiveserializer.internal.waiting.Outcome;
import org.reactiveserializer.internal.waiting.Parking;
import org.reactiveserializer.internal.waiting.RoomLine;
import org.reactiveserializer.internal.waiting.Segment;
import org.reactiveserializer.internal.waiting.Single;
import org.reactiveserializer.internal.waiting.SourceEvent;
import org.reactiveserializer.internal.waiting.Waiter;

/**
 * Initialises what streams will need, when the first settings are made. If a class were initialised
 * by the first emission that needs it, perhaps deep in a recursion, and the stack ended there, the
 * class would be unusable for the life of the virtual machine.
 */
public final class Classes {
  private Classes() {}

  /** Initialises the classes of serializers and sinks. */
  public static void ofSerializers() {
    initialise(
        SinkOperator.class,
        SerialOperator.class,
        Fallback.class,
        Counts.class,
        SinkCallbacks.class,
        AnswerThreads.class,
        Patience.class,
        Refused.class,
        Demand.class,
        Backoff.class,
        DrainLimit.class,
        BoundedQueue.class,
        Outcome.class,
        Parking.class,
        Handover.class,
        HandoffTask.class,
        RoomLine.class,
        Segment.class,
        Single.class,
        StackRoom.class,
        Termination.class,
        Termination.End.class,
        OnceCallback.class,
        Events.class,
        Upstream.class,
        Waiter.class,
        ThreadNumber.class);
    Events.silence(true);
    try {
      Rehearsal.ofSerializers();
    } finally {
      Events.silence(false);
    }
  }

  /** Initialises also those of merges. */
  public static void ofMerges() {
    ofSerializers();
    initialise(
        Merger.class,
        Inners.class,
        OrderedInners.class,
        Order.class,
        EagerItems.class,
        RankedItems.class,
        RemovableItems.class,
        Chain.class,
        Additions.class,
        Addition.class,
        FlowInner.class,
        OuterSource.class,
        Signals.class,
        DelayedError.class,
        NullSignal.class,
        SourceEvent.class);
    Events.silence(true);
    try {
      Rehearsal.ofMerges();
    } finally {
      Events.silence(false);
    }
  }

  /** Initialises {@code classes}, which are public, or in this package. */
  public static void initialise(Class<?>... classes) {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    try {
      for (Class<?> type : classes) {
        lookup.ensureInitialized(type);
      }
    } catch (IllegalAccessException impossible) {
      throw new AssertionError(impossible);
    }
  }
}
