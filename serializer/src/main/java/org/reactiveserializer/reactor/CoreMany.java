package org.reactiveserializer.reactor;

import java.lang.invoke.VarHandle;
import java.util.function.Supplier;
import org.reactiveserializer.EmitOutcome;
import reactor.core.publisher.SignalType;
import reactor.core.publisher.Sinks.EmitFailureHandler;
import reactor.core.publisher.Sinks.EmitResult;

/** What all sinks of Reactor's type do with an end. Each is a sink of the core, which has the other methods. */
interface CoreMany<T> extends SerialMany<T> {
  EmitOutcome tryComplete();

  EmitOutcome tryFail(Throwable error);

  void dropRefused(Throwable error);

  /** Returns the result that is the outcome of a signal, which did not find a full queue. */
  static EmitResult result(EmitOutcome outcome) {
    return switch (outcome) {
      case TERMINATED -> EmitResult.FAIL_TERMINATED;
      case CANCELLED -> EmitResult.FAIL_CANCELLED;
      default -> EmitResult.OK;
    };
  }

  /**
   * Returns a new sink, which may be published to other threads by a data race. Its final fields are
   * safe then, but its superclasses have plain fields with initial values. The fence orders their writes
   * before that publication.
   */
  static <S> S made(S sink) {
    VarHandle.releaseFence();
    return sink;
  }

  @Override
  default EmitResult tryEmitComplete() {
    return result(tryComplete());
  }

  @Override
  default EmitResult tryEmitError(Throwable error) {
    return result(tryFail(error));
  }

  @Override
  default void emitComplete(EmitFailureHandler handler) {
    repeat(SignalType.ON_COMPLETE, this::tryEmitComplete, handler);
  }

  @Override
  default void emitError(Throwable error, EmitFailureHandler handler) {
    if (repeat(SignalType.ON_ERROR, () -> tryEmitError(error), handler).isFailure()) {
      dropRefused(error);
    }
  }

  /** Makes an attempt, as long as the handler returns true. Returns the last result. */
  private static EmitResult repeat(
      SignalType signal, Supplier<EmitResult> attempt, EmitFailureHandler handler) {
    EmitResult result = attempt.get();
    while (result.isFailure() && handler.onEmitFailure(signal, result)) {
      result = attempt.get();
    }
    return result;
  }
}
