package org.reactiveserializer.benchmarks.alternatives;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.ending.Termination;
import org.reactiveserializer.internal.operator.SerialEmitter;
import org.reactivestreams.Subscriber;

/**
 * The library's emitter, except that a thread reads the word before it tries to acquire the right,
 * and tries only if there is no owner, as the merges of RxJava and Reactor do.
 */
public final class ReadsFirst extends SerialEmitter<Integer> {

  /** Creates an emitter. */
  public ReadsFirst(Subscriber<? super Integer> downstream) {
    super(Termination.immediate(), downstream, Hooks.none());
  }

  @Override
  public @Nullable Object enter() {
    return isBiased() || isVacant() ? super.enter() : null;
  }

  @Override
  public @Nullable Object enterFast() {
    return isBiased() ? super.enterFast() : enter();
  }
}
