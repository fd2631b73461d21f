package org.reactiveserializer.internal.operator;

import java.lang.invoke.MethodHandles;
import org.reactiveserializer.internal.emission.Counts;
import org.reactiveserializer.internal.ending.Termination;
import org.reactiveserializer.internal.ending.Upstream;
import org.reactiveserializer.internal.right.Backoff;
import org.reactiveserializer.internal.right.DrainLimit;
import org.reactiveserializer.internal.right.HandoffTask;
import org.reactiveserializer.internal.right.Handover;
import org.reactiveserializer.internal.right.StackRoom;
import org.reactiveserializer.internal.right.ThreadNumber;
import org.reactiveserializer.internal.waiting.BoundedQueue;
import org.reactiveserializer.internal.waiting.Demand;
import org.reactiveserializer.internal.waiting.Fate;
import org.reactiveserializer.internal.waiting.RoomWaiters;
import org.reactiveserializer.internal.waiting.Run;
import org.reactiveserializer.internal.waiting.Single;
import org.reactiveserializer.internal.waiting.Turn;

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
        SinkOperator.Again.class,
        SerialOperator.class,
        Fallback.class,
        Counts.class,
        SinkCallbacks.class,
        Patience.class,
        Refused.class,
        Demand.class,
        Backoff.class,
        DrainLimit.class,
        BoundedQueue.class,
        Fate.class,
        Handover.class,
        HandoffTask.class,
        RoomWaiters.class,
        Run.class,
        Single.class,
        StackRoom.class,
        Termination.class,
        Termination.End.class,
        OnceCallback.class,
        Upstream.class,
        ThreadNumber.class);
    Rehearsal.ofSerializers();
  }

  /** Initialises also those of merges. */
  public static void ofMerges() {
    ofSerializers();
    initialise(
        Merger.class,
        Inners.class,
        FlowInner.class,
        OuterSource.class,
        Signals.class,
        DelayedError.class,
        NullSignal.class,
        Turn.class);
    Rehearsal.ofMerges();
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
