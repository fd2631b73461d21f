package org.reactiveserializer.reactor;

import java.util.function.Supplier;
import org.reactiveserializer.EmitOutcome;
import reactor.core.publisher.SignalType;
import reactor.core.publisher.Sinks.EmitFailureHandler;
import reactor.core.publisher.Sinks.EmitResult;

/** What the sinks of {@link ReactorSerializer#many} have in common. */
final class Attempts {
  private Attempts() {}

  /** Returns the result that is the outcome of a signal, which did not find a full queue. */
  static EmitResult result(EmitOutcome outcome) {
    return switch (outcome) {
      case TERMINATED -> EmitResult.FAIL_TERMINATED;
      case CANCELLED -> EmitResult.FAIL_CANCELLED;
      default -> EmitResult.OK;
    };
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
