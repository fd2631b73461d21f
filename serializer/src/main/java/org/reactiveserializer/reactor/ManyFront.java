package org.reactiveserializer.reactor;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Stats;
import org.reactiveserializer.internal.engine.Hooks;
import org.reactiveserializer.internal.operator.Bridges.ToMany;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactiveserializer.internal.operator.SinkOperator;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;
import reactor.core.publisher.SignalType;
import reactor.core.publisher.Sinks;
import reactor.core.publisher.Sinks.EmitFailureHandler;
import reactor.core.publisher.Sinks.EmitResult;
import reactor.util.context.Context;

/**
 * A serializer in front of any {@link Sinks.Many}, see {@link
 * ReactorSerializer#many(Sinks.Many, org.reactiveserializer.Serializer)}.
 *
 * <p>An item travels in a {@link Call}, so that what the target answers reaches the thread that
 * emitted the item, if its call has not returned yet, and the discard hook otherwise.
 */
final class ManyFront<T> implements SerialMany<T> {
  private final Sinks.Many<T> target;
  private final SinkOperator<Call<T>> front;
  private final ToMany<Call<T>> feeder;
  private final Hooks<T> hooks;
  private final boolean hasDiscardHook;
  private final AtomicBoolean reported = new AtomicBoolean();

  ManyFront(Sinks.Many<T> target, SerialSettings<T> user) {
    this.target = target;
    hasDiscardHook = user.hooks().onDiscard() != null;
    hooks =
        user.hooks()
            .orElse(
                item -> Operators.onDiscard(item, Context.empty()),
                error -> Operators.onErrorDropped(error, Context.empty()));
    front =
        new SinkOperator<>(
            new SerialSettings<>(
                user.bound().of(call -> call.item),
                user.errors(),
                user.drainLimit(),
                hooks.<Call<T>>discarding(call -> hooks.discard(call.item)),
                user.threadLocals(),
                null));
    feeder = new ToMany<>(new Feeder(), front::dropRefused);
    front.admit(feeder);
  }

  /** An item on its way, and what the target answered. */
  private static final class Call<T> {
    final T item;
    private final Thread caller = Thread.currentThread();

    // By the thread of the caller.
    private EmitResult answer = EmitResult.OK;
    private boolean returned;

    Call(T item) {
      this.item = item;
    }

    /** Tells the caller that the target refused. Returns false if its call has returned OK. */
    boolean refused(EmitResult refusal) {
      if (caller != Thread.currentThread() || returned) {
        return false;
      }
      answer = refusal;
      return true;
    }

    EmitResult answer() {
      returned = true;
      return answer;
    }
  }

  /** An item was accepted, or nobody has a result, and there is no room: not a thing to hide. */
  private void reportOnce(EmitResult refusal) {
    if (refusal == EmitResult.FAIL_OVERFLOW
        && !hasDiscardHook
        && reported.compareAndSet(false, true)) {
      front.dropRefused(
          new IllegalStateException(
              this
                  + " discards items, since the sink behind it has no room for them. Give that a"
                  + " larger buffer, or set onDiscard. This is reported once"));
    }
  }

  /** Feeds the target, one signal at a time. */
  private final class Feeder implements Subscriber<Call<T>> {
    @Override
    public void onSubscribe(Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(Call<T> call) {
      EmitResult result = target.tryEmitNext(call.item);
      if (result.isFailure() && !call.refused(result)) {
        front.discardRefused(call);
        reportOnce(result);
      }
    }

    @Override
    public void onError(Throwable error) {
      if (target.tryEmitError(error).isFailure()) {
        front.dropRefused(error);
      }
    }

    @Override
    public void onComplete() {
      target.tryEmitComplete();
    }
  }

  @Override
  public EmitResult tryEmitNext(T item) {
    Call<T> call = new Call<>(Objects.requireNonNull(item, "item is null"));
    try {
      return resultOf(front.tryEmit(call), call);
    } catch (Throwable thrown) {
      discardRefused(call);
      throw thrown;
    }
  }

  /** Discards an item that the target refused, and whose caller gets an exception in place of that. */
  private void discardRefused(Call<T> call) {
    if (call.answer().isFailure()) {
      front.discardRefused(call);
    }
  }

  private EmitResult resultOf(EmitOutcome outcome, Call<T> call) {
    if (outcome == EmitOutcome.OVERFLOW) {
      return EmitResult.FAIL_OVERFLOW;
    }
    return outcome.isAccepted() ? call.answer() : ReactorDialect.result(outcome);
  }

  @Override
  public EmitResult tryEmitComplete() {
    return ReactorDialect.result(front.tryComplete());
  }

  @Override
  public EmitResult tryEmitError(Throwable error) {
    return ReactorDialect.result(front.tryFail(error));
  }

  @Override
  public void emitNext(T item, EmitFailureHandler handler) {
    Trial trial = new Trial(Objects.requireNonNull(item, "item is null"));
    EmitResult result = ReactorDialect.repeat(SignalType.ON_NEXT, trial, handler);
    if (result == EmitResult.FAIL_TERMINATED && !hasDiscardHook) {
      if (!trial.byTarget) { // otherwise it counts as delivered
        front.counted(EmitOutcome.TERMINATED);
      }
      Operators.onNextDropped(item, Context.empty());
    } else if (result.isFailure()) {
      front.discardRefused(new Call<>(item)); // this method returns nothing
      if (trial.byTarget) {
        reportOnce(result);
      }
    }
  }

  /** Emits an item that is not refused yet: the handler decides. So it is not counted as refused. */
  private final class Trial implements Supplier<EmitResult> {
    private final T item;

    /** Whether the last refusal, if there was one, was the target's. */
    private boolean byTarget;

    Trial(T item) {
      this.item = item;
    }

    @Override
    public EmitResult get() {
      Call<T> call = new Call<>(item);
      try {
        EmitOutcome outcome = front.attempt(call);
        byTarget = outcome.isAccepted();
        return resultOf(outcome, call);
      } catch (Throwable thrown) {
        discardRefused(call);
        throw thrown;
      }
    }
  }

  @Override
  public void emitComplete(EmitFailureHandler handler) {
    ReactorDialect.repeat(SignalType.ON_COMPLETE, this::tryEmitComplete, handler);
  }

  @Override
  public void emitError(Throwable error, EmitFailureHandler handler) {
    if (ReactorDialect.repeat(SignalType.ON_ERROR, () -> tryEmitError(error), handler)
        .isFailure()) {
      front.dropRefused(error);
    }
  }

  @Override
  public Stats stats() {
    return front.stats();
  }

  @Override
  public int backlog() {
    return front.backlog();
  }

  @Override
  public void abandon() {
    front.abandon();
  }

  @Override
  public String toString() {
    return hooks.describe("SerialMany", this);
  }

  // The subscribers are the target's.

  @Override
  public int currentSubscriberCount() {
    return target.currentSubscriberCount();
  }

  @Override
  public Flux<T> asFlux() {
    return new Flux<>() {
      @Override
      public void subscribe(CoreSubscriber<? super T> subscriber) {
        target.asFlux().subscribe(new Guarded<>(subscriber, feeder));
      }
    };
  }

  /** A subscriber with its context. */
  private static final class Guarded<T> extends ToMany.Guarded<T> implements CoreSubscriber<T> {
    private final CoreSubscriber<? super T> subscriber;

    Guarded(CoreSubscriber<? super T> subscriber, ToMany<?> feeder) {
      super(subscriber, feeder);
      this.subscriber = subscriber;
    }

    @Override
    public Context currentContext() {
      return subscriber.currentContext();
    }
  }

  @Override
  public Stream<? extends Scannable> inners() {
    return target.inners();
  }

  @Override
  @SuppressWarnings("rawtypes") // Reactor's
  public @Nullable Object scanUnsafe(Attr key) {
    return target.scanUnsafe(key);
  }
}
