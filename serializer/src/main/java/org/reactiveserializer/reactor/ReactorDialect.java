package org.reactiveserializer.reactor;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.engine.Emitter;
import org.reactiveserializer.internal.engine.Hooks;
import org.reactiveserializer.internal.operator.SerialOperator;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactiveserializer.internal.operator.SinkOperator;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.Scannable;
import reactor.core.Scannable.Attr;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxOperator;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * The core's operators with subscribers of Reactor's own type, which Reactor does not wrap in one that
 * drops concurrent items, and which have the downstream's context: it is read once, when the downstream
 * subscribes, and can be read after the end. They can be scanned. None is a {@code QueueSubscription}:
 * the queue of two fused operators is for one producer. The merge has a file of its own, {@link
 * MergedFlux}.
 */
final class ReactorDialect {
  private ReactorDialect() {}

  /** Returns hooks where Reactor's for this context stand in for those that the user did not set. */
  static <I> Hooks<I> hooked(Hooks<I> hooks, Context context) {
    return hooks.orElse(
        item -> Operators.onDiscard(item, context),
        error -> Operators.onErrorDropped(error, context));
  }

  /** The operator. It can be scanned from both sides, since it is the downstream's subscription. */
  static final class Serial<T> extends SerialOperator<T>
      implements SerialCoreSubscriber<T>, Scannable {
    private final Context context;

    // Null after the end (§3.13).
    private volatile @Nullable CoreSubscriber<? super T> actual;

    Serial(SerialSettings<T> settings, CoreSubscriber<? super T> actual) {
      this(settings, actual, actual.currentContext());
    }

    private Serial(SerialSettings<T> settings, CoreSubscriber<? super T> actual, Context context) {
      super(settings.with(hooked(settings.hooks(), context)), actual);
      this.context = context;
      this.actual = actual;
    }

    @Override
    public Context currentContext() {
      return context;
    }

    @Override
    protected void over() {
      actual = null;
    }

    @Override
    protected Throwable overflow(String message) {
      return Exceptions.failWithOverflow(message);
    }

    @Override
    @SuppressWarnings("rawtypes") // Reactor's
    public @Nullable Object scanUnsafe(Attr key) {
      return key == Attr.CAPACITY ? capacity() : scanned(this, key, upstream(), actual);
    }
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
          new Serial<>(settings, Objects.requireNonNull(actual, "subscriber is null (§1.9)"));
      try {
        source.subscribe(serial);
      } catch (Throwable thrown) {
        // Not to actual: it must get no signal but the operator's.
        Operators.reportThrowInSubscribe(serial, thrown);
      }
    }
  }

  /** A sink as a {@link Flux}; of one of Reactor's type, too. Where the user set no hook, that of the subscriber's context is used. */
  static final class SinkFlux<T> extends Flux<T> implements Scannable {
    private final SinkOperator<T> sink;

    SinkFlux(SinkOperator<T> sink) {
      this.sink = sink;
      sink.whenArrived(
          subscriber -> {
            if (subscriber instanceof CoreSubscriber<?> arrived) {
              fallBack(sink, arrived.currentContext());
            }
          });
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> subscriber) {
      sink.subscribe(subscriber);
    }

    @Override
    @SuppressWarnings("rawtypes") // Reactor's
    public @Nullable Object scanUnsafe(Attr key) {
      if (sink instanceof Scannable many) {
        return key == Attr.PARENT ? many : many.scanUnsafe(key);
      }
      return scanned(sink, key, null);
    }
  }

  /** Sets Reactor's hooks for this context, which must not keep the subscriber (§3.13). */
  static <T> void fallBack(SinkOperator<T> sink, Context context) {
    sink.fallBackTo(
        item -> Operators.onDiscard(item, context),
        error -> Operators.onErrorDropped(error, context));
  }

  /** Returns an attribute of a sink. */
  @SuppressWarnings("rawtypes") // Reactor's
  static @Nullable Object scanned(SinkOperator<?> sink, Attr key, @Nullable Object actual) {
    if (key == Attr.CAPACITY) {
      return sink.capacity();
    }
    return key == Attr.REQUESTED_FROM_DOWNSTREAM
        ? sink.requested()
        : scanned(sink, key, null, actual);
  }

  /** Returns an attribute that all streams have. */
  @SuppressWarnings("rawtypes") // Reactor's
  static @Nullable Object scanned(
      Emitter<?> stream, Attr key, @Nullable Object parent, @Nullable Object actual) {
    if (key == Attr.PARENT) {
      return parent;
    }
    if (key == Attr.ACTUAL) {
      return actual;
    }
    if (key == Attr.BUFFERED) {
      return stream.backlog();
    }
    if (key == Attr.ERROR) {
      return stream.error();
    }
    if (key == Attr.TERMINATED) {
      return stream.isTerminated() && !stream.wasCancelled();
    }
    return key == Attr.CANCELLED ? stream.wasCancelled() : null;
  }
}
