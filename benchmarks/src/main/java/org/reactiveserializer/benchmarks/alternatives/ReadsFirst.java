package org.reactiveserializer.benchmarks.alternatives;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.ending.Termination;
import org.reactiveserializer.internal.operator.SerialOperator;
import org.reactivestreams.Subscriber;

/**
 * A drain state of which a thread reads the word before it tries to acquire it, and tries only if there is
 * no owner, as the merges of RxJava and Reactor do.
 */
public final class ReadsFirst extends DrainState {
  private ReadsFirst() {}

  /** Creates an emitter with such a state. */
  public static SerialOperator<Integer> emitter(Subscriber<? super Integer> downstream) {
    return new SerialOperator<>(
        new ReadsFirst(), Termination.immediate(), downstream, Hooks.none());
  }

  @Override
  public @Nullable Object enter() {
    return isVacant() ? super.enter() : null;
  }
}
