package org.reactiveserializer.reactor;

import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.internal.engine.Hooks;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactiveserializer.internal.operator.SinkOperator;
import org.reactiveserializer.internal.operator.ToMany;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
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
 * A serializer in front of any {@link Sinks.Many}, see {@link
 * ReactorSerializer#many(Sinks.Many, org.reactiveserializer.Serializer)}.
 *
 * <p>An item travels in a {@link Call}, so that what the target answers reaches the thread that
 * emitted the item, if its call has not returned yet, and the discard hook otherwise.
 */
final class ManyFront<T> extends SinkOperator<ManyFront.Call<T>> implements CoreMany<T> {
  private final Sinks.Many<T> target;
  private final ToMany<Call<T>> feeder;

  private ManyFront(Sinks.Many<T> target, SerialSettings<T> user) {
    super(ofCalls(user));
    this.target = target;
    feeder = new ToMany<>(new Feeder(), this::dropRefused);
  }

  private static <T> SerialSettings<Call<T>> ofCalls(SerialSettings<T> user) {
    Hooks<T> hooks = ReactorDialect.hooked(user.hooks(), Context.empty());
    return new SerialSettings<>(
        user.bound().of(call -> call.item),
        user.errors(),
        user.drainLimit(),
        hooks.<Call<T>>of(call -> hooks.discard(call.item)),
        user.threadLocals(),
        null);
  }

  static <T> ManyFront<T> of(Sinks.Many<T> target, SerialSettings<T> user) {
    ManyFront<T> front = new ManyFront<>(target, user);
    front.subscribe(front.feeder);
    return CoreMany.made(front);
  }

  /** An item on its way, and what the target answered. */
  static final class Call<T> {
    private final T item;
    private final Thread caller = Thread.currentThread();

    // By the thread of the caller.
    private EmitResult answer = EmitResult.OK;
    private boolean returned;

    private Call(T item) {
      this.item = item;
    }

    /** Tells the caller that the target refused. Returns false if its call has returned OK. */
    private boolean refused(EmitResult refusal) {
      if (caller != Thread.currentThread() || returned) {
        return false;
      }
      answer = refusal;
      return true;
    }

    private EmitResult answer() {
      returned = true;
      return answer;
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
        discard(call);
        if (result == EmitResult.FAIL_OVERFLOW) {
          reportLoss("the sink behind it has no room for them. Give that a larger buffer");
        }
      }
    }

    @Override
    public void onError(Throwable error) {
      if (target.tryEmitError(error).isFailure()) {
        dropRefused(error);
      }
    }

    @Override
    public void onComplete() {
      target.tryEmitComplete();
    }
  }

  /** Emits an item that is not refused yet: see {@link #attempt}. */
  private EmitOutcome pass(Call<T> call) {
    try {
      return attempt(call);
    } catch (Throwable thrown) {
      if (call.answer().isFailure()) {
        discard(call); // the caller gets an exception in place of the refusal
      }
      throw thrown;
    }
  }

  private static EmitResult result(EmitOutcome outcome, Call<?> call) {
    if (outcome == EmitOutcome.OVERFLOW) {
      return EmitResult.FAIL_OVERFLOW;
    }
    return outcome.isAccepted() ? call.answer() : CoreMany.result(outcome);
  }

  @Override
  public EmitResult tryEmitNext(T item) {
    Call<T> call = new Call<>(Objects.requireNonNull(item, "item is null"));
    return result(countRefused(pass(call), 1), call);
  }

  @Override
  public void emitNext(T item, EmitFailureHandler handler) {
    Call<T> call = new Call<>(Objects.requireNonNull(item, "item is null"));
    EmitOutcome outcome = pass(call);
    EmitResult result = result(outcome, call);
    while (result.isFailure() && handler.onEmitFailure(SignalType.ON_NEXT, result)) {
      call = new Call<>(item);
      outcome = pass(call);
      result = result(outcome, call);
    }
    if (result == EmitResult.FAIL_TERMINATED && !hooks.tells()) {
      countRefused(
          outcome, 1); // unless it was the target that refused: then it counts as delivered
      Operators.onNextDropped(item, Context.empty());
    } else if (result.isFailure()) {
      discard(call); // this method returns nothing
      if (result == EmitResult.FAIL_OVERFLOW && !isTerminated()) {
        tryFail(overflow("overflow in " + this + " or in the sink behind it, by emitNext"));
      }
    }
  }

  @Override
  protected Throwable overflow(String message) {
    return Exceptions.failWithOverflow(message);
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
