package org.reactiveserializer.reactor;

import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactiveserializer.internal.operator.SinkOperator;
import org.reactiveserializer.reactor.ReactorDialect.OneSubscriber;
import reactor.core.CoreSubscriber;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;
import reactor.core.publisher.SignalType;
import reactor.core.publisher.Sinks;
import reactor.core.publisher.Sinks.EmitFailureHandler;
import reactor.core.publisher.Sinks.EmitResult;

/**
 * The core's sink as a {@link Sinks.Many}, see {@link ReactorSerializer#many}. This object is also
 * the subscriber's subscription.
 */
final class ManySink<T> extends SinkOperator<T> implements SerialMany<T> {
  private final OneSubscriber<T> downstream;
  private final boolean hasDiscardHook;
  private final boolean failsWhenFull;
  private final Flux<T> flux = new View();

  private ManySink(
      SerialSettings<T> userSettings, SerialSettings<T> settings, OneSubscriber<T> downstream) {
    super(settings);
    this.downstream = downstream;
    hasDiscardHook = userSettings.hooks().onDiscard() != null;
    failsWhenFull = userSettings.overflow() == Overflow.ERROR;
  }

  static <T> ManySink<T> of(SerialSettings<T> userSettings) {
    OneSubscriber<T> downstream = new OneSubscriber<>();
    ManySink<T> sink =
        new ManySink<>(
            userSettings, userSettings.with(downstream.hooked(userSettings.hooks())), downstream);
    // The sink may be published to other threads by a data race. Its final fields are safe then,
    // but its superclasses have plain fields with initial values. The fence orders their writes
    // before that publication.
    VarHandle.releaseFence();
    return sink;
  }

  @Override
  public EmitResult tryEmitNext(T item) {
    return resultOfItem(tryEmit(item));
  }

  private EmitResult resultOfItem(EmitOutcome outcome) {
    if (outcome != EmitOutcome.OVERFLOW) {
      return ReactorDialect.result(outcome);
    }
    return downstream.wasTaken() || failsWhenFull
        ? EmitResult.FAIL_OVERFLOW
        : EmitResult.FAIL_ZERO_SUBSCRIBER;
  }

  @Override
  public EmitResult tryEmitComplete() {
    return ReactorDialect.result(tryComplete());
  }

  @Override
  public EmitResult tryEmitError(Throwable error) {
    return ReactorDialect.result(tryFail(error));
  }

  @Override
  public void emitNext(T item, EmitFailureHandler handler) {
    EmitResult result = tryOnce(item);
    if (result != EmitResult.OK && handler.onEmitFailure(SignalType.ON_NEXT, result)) {
      result = ReactorDialect.repeat(SignalType.ON_NEXT, () -> tryOnce(item), handler);
    }
    if (result == EmitResult.FAIL_TERMINATED && !hasDiscardHook) {
      counted(EmitOutcome.TERMINATED);
      Operators.onNextDropped(item, downstream.kept());
    } else if (result != EmitResult.OK) {
      discardRefused(item); // this method returns nothing, so the caller cannot release the item
    }
  }

  /** Emits an item that is not refused yet: the handler decides. So it is not counted as refused. */
  private EmitResult tryOnce(T item) {
    return resultOfItem(attempt(item));
  }

  @Override
  public void emitComplete(EmitFailureHandler handler) {
    ReactorDialect.repeat(SignalType.ON_COMPLETE, this::tryEmitComplete, handler);
  }

  @Override
  public void emitError(Throwable error, EmitFailureHandler handler) {
    if (ReactorDialect.repeat(SignalType.ON_ERROR, () -> tryEmitError(error), handler)
        .isFailure()) {
      dropRefused(error);
    }
  }

  @Override
  public int currentSubscriberCount() {
    return downstream.current() == null ? 0 : 1;
  }

  @Override
  public Flux<T> asFlux() {
    return flux;
  }

  private void accept(CoreSubscriber<? super T> subscriber) {
    Objects.requireNonNull(subscriber, "subscriber is null (§1.9)");
    Throwable refusal;
    if (downstream.take(subscriber)) {
      refusal = admit(subscriber);
      if (refusal != null) {
        downstream.refuse();
      }
    } else {
      refusal = secondSubscriber();
    }
    if (refusal != null) {
      Operators.error(subscriber, refusal);
    }
  }

  @Override
  public String toString() {
    return hooks.describe("SerialMany", this);
  }

  @Override
  protected void over() {
    downstream.release();
  }

  @Override
  public Stream<? extends Scannable> inners() {
    CoreSubscriber<? super T> subscriber = downstream.current();
    return subscriber == null ? Stream.empty() : Stream.of(Scannable.from(subscriber));
  }

  @Override
  @SuppressWarnings("rawtypes") // Reactor's
  public @Nullable Object scanUnsafe(Attr key) {
    if (key == Attr.ACTUAL) {
      return downstream.current();
    }
    if (key == Attr.PREFETCH) {
      return Integer.MAX_VALUE;
    }
    return key == Attr.REQUESTED_FROM_DOWNSTREAM ? requested() : ReactorDialect.scanned(this, key);
  }

  private final class View extends Flux<T> implements Scannable {
    @Override
    public void subscribe(CoreSubscriber<? super T> actual) {
      accept(actual);
    }

    @Override
    @SuppressWarnings("rawtypes") // Reactor's
    public @Nullable Object scanUnsafe(Attr key) {
      return key == Attr.PARENT ? ManySink.this : ManySink.this.scanUnsafe(key);
    }
  }
}
