package org.reactiveserializer.reactor;

import java.util.function.Supplier;
import org.reactiveserializer.internal.operator.SinkOperator;
import org.reactiveserializer.internal.waiting.Fate;
import reactor.core.publisher.SignalType;
import reactor.core.publisher.Sinks.EmitFailureHandler;
import reactor.core.publisher.Sinks.EmitResult;

/** What the sinks of {@link ReactorSerializer#many} have in common. */
final class Attempts {
  private Attempts() {}

  /** Returns the result that is the fate of a signal, which did not find a full queue. */
  static EmitResult result(SinkOperator<?> sink, int fate) {
    if (fate != Fate.LATE) {
      return EmitResult.OK;
    }
    return sink.isCancelled() ? EmitResult.FAIL_CANCELLED : EmitResult.FAIL_TERMINATED;
  }

  /** Repeats a failed attempt as long as the handler returns true. Returns the last result. */
  static EmitResult repeat(
      EmitResult first,
      SignalType signal,
      Supplier<EmitResult> attempt,
      EmitFailureHandler handler) {
    EmitResult result = first;
    while (result != EmitResult.OK && handler.onEmitFailure(signal, result)) {
      result = attempt.get();
    }
    return result;
  }
}
