package org.reactiveserializer.benchmarks.alternatives;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.reactivestreams.Subscriber;

/**
 * The emitter's counter of unfinished items, written with every item, in the serializer itself:
 * on the cache line of the final field by which every producer gets at the right.
 */
public final class CounterBesideFinals extends SealedRuns {
  @SuppressWarnings("unused") // through the VarHandle
  private int unfinished;

  /** Creates one that is idle. */
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
