package org.reactiveserializer.benchmarks.alternatives;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.reactivestreams.Subscriber;

/**
 * The owner's counter of unfinished items, which it writes for every item, as a field of the
 * serializer: on the cache line of the final field through which every producer accesses the drain state.
 */
public final class CounterBesideFinals extends SealedSegments {
  @SuppressWarnings("unused") // accessed by the VarHandle
  private int unfinished;

  /** Creates an idle serializer. */
  public CounterBesideFinals(Subscriber<? super Integer> downstream) {
    super(downstream, Lag.FORMER, Courtesy.FORMER);
  }

  @Override
  void taken(int count) {
    add(count);
  }

  @Override
  void finished() {
    add(-1);
  }

  private void add(int summand) {
    UNFINISHED.setOpaque(this, (int) UNFINISHED.getOpaque(this) + summand);
  }

  private static final VarHandle UNFINISHED =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(),
          "unfinished",
          VarHandle.class,
          CounterBesideFinals.class,
          int.class);
}
