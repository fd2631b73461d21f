package org.reactiveserializer.reactor;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactiveserializer.internal.operator.SinkOperator;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;
import reactor.core.publisher.SignalType;
import reactor.core.publisher.Sinks;
import reactor.core.publisher.Sinks.EmitFailureHandler;
import reactor.core.publisher.Sinks.EmitResult;
import reactor.util.context.Context;

/**
 * The core's sink as a {@link Sinks.Many}, see {@link ReactorSerializer#many}. This object is also
 * the subscriber's subscription.
 */
final class ManySink<T> extends SinkOperator<T> implements CoreMany<T> {
  private final boolean failsWhenFull;
  private final Flux<T> flux = new ReactorDialect.SinkFlux<>(this);

  // That of the subscriber, also after the end.
  private volatile Context context = Context.empty();

  private ManySink(SerialSettings<T> user) {
    super(user);
    failsWhenFull = user.overflow() == Overflow.ERROR;
  }

  static <T> ManySink<T> of(SerialSettings<T> user) {
    ManySink<T> sink = new ManySink<>(user);
    ReactorDialect.fallBack(sink, Context.empty());
    sink.whenArrived(subscriber -> sink.arrived((CoreSubscriber<?>) subscriber));
    return CoreMany.made(sink);
  }

  @Override
  public EmitResult tryEmitNext(T item) {
    return resultOfItem(tryEmit(item));
  }

  private EmitResult resultOfItem(EmitOutcome outcome) {
    if (outcome != EmitOutcome.OVERFLOW) {
      return CoreMany.result(outcome);
    }
    return isTaken() || failsWhenFull ? EmitResult.FAIL_OVERFLOW : EmitResult.FAIL_ZERO_SUBSCRIBER;
  }

  @Override
  public void emitNext(T item, EmitFailureHandler handler) {
    EmitResult result = resultOfItem(attempt(item));
    while (result.isFailure() && handler.onEmitFailure(SignalType.ON_NEXT, result)) {
      result = resultOfItem(attempt(item));
    }
    if (result == EmitResult.FAIL_TERMINATED && !hooks.tells()) {
      countRefused(EmitOutcome.TERMINATED, 1);
      Operators.onNextDropped(item, context);
    } else if (result.isFailure()) {
      discard(item); // this method returns nothing, so the caller cannot release the item
      if (result == EmitResult.FAIL_OVERFLOW && !failsWhenFull) {
        tryFail(overflow("overflow in " + this + ", by emitNext: " + backlog.whyFull()));
      }
    }
  }

  @Override
  protected Throwable overflow(String message) {
    return Exceptions.failWithOverflow(message);
  }

  @Override
  public int currentSubscriberCount() {
    return hasSubscriber() ? 1 : 0;
  }

  @Override
  public Flux<T> asFlux() {
    return flux;
  }

  private void arrived(CoreSubscriber<?> subscriber) {
    context = subscriber.currentContext();
    ReactorDialect.fallBack(this, context);
  }

  @Override
  public String toString() {
    return hooks.describe("SerialMany", this);
  }

  @Override
  public Stream<? extends Scannable> inners() {
    Object subscriber = current();
    return subscriber == null ? Stream.empty() : Stream.of(Scannable.from(subscriber));
  }

  @Override
  @SuppressWarnings("rawtypes") // Reactor's
  public @Nullable Object scanUnsafe(Attr key) {
    return key == Attr.PREFETCH ? Integer.MAX_VALUE : ReactorDialect.scanned(this, key, current());
  }
}
