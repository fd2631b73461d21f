package org.reactiveserializer.reactor;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.internal.engine.Hooks;
import org.reactiveserializer.internal.operator.Bridges;
import org.reactiveserializer.internal.operator.SerialInput;
import org.reactiveserializer.internal.operator.SerialOperator;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactiveserializer.internal.operator.SinkOperator;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Scannable;
import reactor.core.Scannable.Attr;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxOperator;
import reactor.core.publisher.Operators;
import reactor.core.publisher.SignalType;
import reactor.core.publisher.Sinks.EmitFailureHandler;
import reactor.core.publisher.Sinks.EmitResult;
import reactor.util.context.Context;

/**
 * The core's operators with subscribers of Reactor's own type, which Reactor does not wrap in one that
 * drops concurrent items, and which have the downstream's context. They can be scanned. None is a
 * {@code QueueSubscription}: the queue of two fused operators is for one producer. The merge has a file
 * of its own, {@link MergedFlux}.
 */
final class ReactorDialect {
  private ReactorDialect() {}

  /** The one subscriber of a stream, kept until the end (§3.13), and its context, kept longer. */
  static final class OneSubscriber<T>
      extends Bridges.SubscriberRef<CoreSubscriber<? super T>, Context> {
    OneSubscriber() {
      super(Context.empty());
    }

    @Override
    protected Context of(CoreSubscriber<? super T> subscriber) {
      return subscriber.currentContext();
    }

    /** Returns hooks where Reactor's for this subscriber stand in for those that the user did not set. */
    <I> Hooks<I> hooked(Hooks<I> hooks) {
      return hooks.orElse(
          item -> Operators.onDiscard(item, kept()),
          error -> Operators.onErrorDropped(error, kept()));
    }
  }

  /** The operator. It can be scanned from both sides, since it is the downstream's subscription. */
  static final class Serial<T> extends SerialOperator<T>
      implements SerialCoreSubscriber<T>, Scannable {
    private static final Subscription OVER = Operators.cancelledSubscription();

    private final OneSubscriber<T> downstream;

    // The upstream's subscription, for scanning only: null before it arrives, OVER after the end
    // (§3.13).
    private volatile @Nullable Subscription parent;

    private Serial(
        SerialSettings<T> settings,
        OneSubscriber<T> downstream,
        CoreSubscriber<? super T> subscriber) {
      super(settings.with(downstream.hooked(settings.hooks())), subscriber);
      this.downstream = downstream;
    }

    static <T> Serial<T> of(SerialSettings<T> settings, CoreSubscriber<? super T> subscriber) {
      OneSubscriber<T> downstream = new OneSubscriber<>();
      downstream.take(subscriber);
      return new Serial<>(settings, downstream, subscriber);
    }

    @Override
    public Context currentContext() {
      return downstream.kept();
    }

    @Override
    public void onSubscribe(Subscription subscription) {
      // Before the call of super: the downstream may scan in onSubscribe. Fails after the end.
      PARENT.compareAndSet(this, (Subscription) null, subscription);
      super.onSubscribe(subscription);
    }

    @Override
    protected void over() {
      parent = OVER;
      downstream.release();
    }

    @Override
    @SuppressWarnings("rawtypes") // Reactor's
    public @Nullable Object scanUnsafe(Attr key) {
      if (key == Attr.PARENT) {
        Subscription known = parent;
        return known == OVER ? null : known;
      }
      return key == Attr.ACTUAL ? downstream.current() : scanned(this, key);
    }

    private static final VarHandle PARENT =
        ConstantBootstraps.fieldVarHandle(
            MethodHandles.lookup(), "parent", VarHandle.class, Serial.class, Subscription.class);
  }

  /** The operator as a {@link Flux}. */
  static final class SerializedFlux<T> extends FluxOperator<T, T> {
    private final SerialSettings<T> settings;

    SerializedFlux(Flux<? extends T> source, SerialSettings<T> settings) {
      super(source);
      this.settings = settings;
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> actual) {
      Serial<T> serial =
          Serial.of(settings, Objects.requireNonNull(actual, "subscriber is null (§1.9)"));
      try {
        source.subscribe(serial);
      } catch (Throwable thrown) {
        // Not to actual: it must get no signal but the operator's.
        Operators.reportThrowInSubscribe(serial, thrown);
      }
    }
  }

  /** A sink as a {@link Flux}. Where the user set no hook, that of the subscriber's context is used. */
  static final class SinkFlux<T> extends Flux<T> implements Scannable {
    private final SinkOperator<T> sink;

    SinkFlux(SinkOperator<T> sink) {
      this.sink = sink;
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> subscriber) {
      Objects.requireNonNull(subscriber, "subscriber is null (§1.9)");
      Throwable refusal = sink.admit(new Downstream<>(sink, subscriber));
      if (refusal != null) {
        Operators.error(subscriber, refusal);
      }
    }

    @Override
    @SuppressWarnings("rawtypes") // Reactor's
    public @Nullable Object scanUnsafe(Attr key) {
      return key == Attr.REQUESTED_FROM_DOWNSTREAM ? sink.requested() : scanned(sink, key);
    }
  }

  private record Downstream<T>(SinkOperator<T> sink, CoreSubscriber<? super T> subscriber)
      implements CoreSubscriber<T> {
    @Override
    public Context currentContext() {
      return subscriber.currentContext();
    }

    @Override
    public void onSubscribe(Subscription subscription) {
      Context context = currentContext(); // the hooks must not keep the subscriber (§3.13)
      sink.fallBackTo(
          item -> Operators.onDiscard(item, context),
          error -> Operators.onErrorDropped(error, context));
      subscriber.onSubscribe(subscription);
    }

    @Override
    public void onNext(T item) {
      subscriber.onNext(item);
    }

    @Override
    public void onError(Throwable error) {
      subscriber.onError(error);
    }

    @Override
    public void onComplete() {
      subscriber.onComplete();
    }
  }

  /** Returns the attributes that operators and sinks have in common. */
  @SuppressWarnings("rawtypes") // Reactor's
  static @Nullable Object scanned(SerialInput<?> input, Attr key) {
    if (key == Attr.BUFFERED) {
      return input.backlog();
    }
    if (key == Attr.CAPACITY) {
      return input.capacity();
    }
    if (key == Attr.ERROR) {
      return input.error();
    }
    if (key == Attr.TERMINATED) {
      return input.isTerminated() && !input.wasCancelled();
    }
    return key == Attr.CANCELLED ? input.wasCancelled() : null;
  }

  /** Returns the result that is the outcome of a signal, which did not find a full queue. */
  static EmitResult result(EmitOutcome outcome) {
    return switch (outcome) {
      case TERMINATED -> EmitResult.FAIL_TERMINATED;
      case CANCELLED -> EmitResult.FAIL_CANCELLED;
      default -> EmitResult.OK;
    };
  }

  /** Makes an attempt, as long as the handler returns true. Returns the last result. */
  static EmitResult repeat(
      SignalType signal, Supplier<EmitResult> attempt, EmitFailureHandler handler) {
    EmitResult result = attempt.get();
    while (result != EmitResult.OK && handler.onEmitFailure(signal, result)) {
      result = attempt.get();
    }
    return result;
  }
}
