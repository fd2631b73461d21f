package org.reactiveserializer.internal.operator;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.internal.engine.End;
import org.reactiveserializer.internal.engine.Source;
import org.reactiveserializer.internal.engine.StackCheck;
import org.reactiveserializer.internal.engine.Waiter;
import org.reactiveserializer.internal.settings.Abandoned;
import org.reactiveserializer.internal.settings.Check;
import org.reactiveserializer.internal.settings.SinkEnd;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/**
 * The sink: many threads emit, and one downstream, which may subscribe at any time, gets what it
 * requests. It is what users call, so that no object lies between. Not final, for the same reason as
 * {@link SerialOperator}.
 *
 * @param <T> the type of the items
 */
public class SinkOperator<T> extends SerialInput<T>
    implements SerialSink<T>, SinkEnd, Flow.Subscription {
  private final SinkCallbacks callbacks = new SinkCallbacks(this);
  private final LateHooks<T> late;

  // Null before it arrives, and after the end (§3.13).
  private volatile @Nullable Subscriber<? super T> current;

  /** Creates a sink. */
  public SinkOperator(SerialSettings<T> settings) {
    this(settings, new LateHooks<>());
  }

  private SinkOperator(SerialSettings<T> settings, LateHooks<T> late) {
    super(settings.with(late.behind(settings.hooks())), ErrorMode.DELAYED, 0, null);
    this.late = late;
    register("sink");
  }

  // What a producer calls.

  @Override
  public final EmitOutcome tryEmit(T item) {
    return countRefused(attempt(item), 1);
  }

  /** As {@link #tryEmit}, for a caller that tries again or discards: a refusal is not counted. */
  protected final EmitOutcome attempt(T item) {
    return emitItem(Objects.requireNonNull(item, "item is null"));
  }

  @Override
  public final void emitOrDiscard(T item) {
    EmitOutcome outcome = attempt(item);
    if (!outcome.isAccepted()) {
      discardRefused(outcome, item);
    }
  }

  @Override
  public final EmitOutcome emit(T item, Duration timeout) {
    Objects.requireNonNull(item, "item is null");
    long nanos = Check.nanos(Objects.requireNonNull(timeout, "timeout is null"));
    if (!hasLine()) {
      return tryEmit(item);
    }
    EmitOutcome outcome = emit(Source.ONLY, item);
    if (outcome == EmitOutcome.OVERFLOW) {
      if (nanos > 0 && !isOwnedByThisThread()) {
        Waiter<T> waiter = Waiter.of(this, item, Waiter.Kind.THREAD);
        outcome = waiter == null ? outcome : waiter.await(nanos);
        if (outcome == EmitOutcome.TERMINATED || outcome == EmitOutcome.CANCELLED) {
          return outcome; // who refused it has counted it
        }
      }
      if (outcome == EmitOutcome.OVERFLOW) {
        reportOverflow();
      }
    }
    return countRefused(outcome, 1);
  }

  @Override
  public final CompletionStage<EmitOutcome> emitAsync(T item) {
    if (!hasLine()) {
      return Waiter.decided(tryEmit(item));
    }
    EmitOutcome outcome = emit(Source.ONLY, Objects.requireNonNull(item, "item is null"));
    if (outcome == EmitOutcome.OVERFLOW) {
      Waiter<T> waiter = Waiter.of(this, item, Waiter.Kind.STAGE);
      if (waiter != null) {
        return waiter;
      }
      reportOverflow();
    }
    return Waiter.decided(countRefused(outcome, 1));
  }

  @Override
  public final SerialSink<T> onRoom(Runnable callback) {
    nonNull(callback);
    Runnable guarded = () -> callbacks.run(callback);
    if (hasLine()) {
      Waiter.call(this, guarded);
    } else {
      Waiter.callAtOnce(this, guarded, answerThreads());
    }
    return this;
  }

  private static <C> C nonNull(C callback) {
    return Objects.requireNonNull(callback, "callback is null");
  }

  @Override
  public final EmitOutcome tryComplete() {
    return outcomeOfEnd(complete());
  }

  @Override
  public final EmitOutcome tryFail(Throwable error) {
    return outcomeOfEnd(fail(Objects.requireNonNull(error, "error is null")));
  }

  /** Fails, for a producer that has no result to learn of: an error that comes too late is dropped. */
  public final void failOrDrop(Throwable error) {
    if (!tryFail(error).isAccepted()) {
      dropRefused(error);
    }
  }

  private EmitOutcome outcomeOfEnd(boolean isFirst) {
    if (!isFirst) {
      return refusal();
    }
    End end = requestedEnd();
    return end != null && end.isSignalled() ? EmitOutcome.DELIVERED : EmitOutcome.QUEUED;
  }

  @Override
  public final void abandon() {
    End end = requestedEnd();
    if (end == null || !end.overtakes()) {
      String stream = hooks.name() == null ? "" : " " + hooks.name();
      Throwable reason = new Abandoned("the producer has abandoned the stream" + stream);
      endAtOnce(End.abandoned(reason));
    }
    if (!isTaken()) { // otherwise the owner calls them, when the subscriber is done
      callbacks.abandoned();
      leaveFigures();
    }
  }

  @Override
  public final boolean hasSubscriber() {
    End end = requestedEnd();
    return isTaken() && (end == null || !end.isFinal());
  }

  /**
   * Sets hooks to be called where the user set none; null leaves one unchanged. By the owner, or before
   * the sink is shared.
   */
  public final void fallBackTo(
      @Nullable Consumer<? super T> discard, Consumer<? super Throwable> drop) {
    late.set(discard, drop);
  }

  /**
   * Sets what is called with the subscriber before its first signal. By a bridge, before it lets anybody
   * subscribe. It is called by the owner.
   */
  public final void whenArrived(Consumer<? super Subscriber<? super T>> callback) {
    late.whenArrived(callback);
  }

  @Override
  public final void whenDone(Runnable callback) {
    callbacks.whenDone(callback);
  }

  @Override
  protected final Subscriber<? super T> attached(Subscriber<? super T> subscriber) {
    current = subscriber;
    try {
      late.arrived(subscriber);
      return super.attached(subscriber);
    } catch (Throwable thrown) {
      Bridges.refuse(subscriber, thrown); // nothing else would reach it
      throw thrown;
    }
  }

  /** Returns the subscriber; null before it arrives, and after the end. By any thread. */
  public final @Nullable Subscriber<? super T> current() {
    return current;
  }

  @Override
  public final SerialSink<T> onRequest(LongConsumer callback) {
    callbacks.onRequest(nonNull(callback));
    return this;
  }

  @Override
  public final SerialSink<T> onCancel(Runnable callback) {
    callbacks.onCancel(nonNull(callback));
    return this;
  }

  @Override
  public final SerialSink<T> onTermination(Runnable callback) {
    callbacks.onTermination(nonNull(callback));
    return this;
  }

  // What the downstream calls.

  @Override
  public final Publisher<T> asPublisher() {
    return subscriber -> subscribe(subscriber); // not this: it must not be cast back
  }

  @Override
  public final void subscribe(Subscriber<? super T> subscriber) {
    Throwable refusal = admit(Objects.requireNonNull(subscriber, "subscriber is null (§1.9)"));
    if (refusal != null) {
      Bridges.refuse(subscriber, refusal);
    }
  }

  /** Subscribes {@code subscriber}. Returns null, or the reason why it is refused. */
  final @Nullable IllegalStateException admit(Subscriber<? super T> subscriber) {
    StackCheck.ensure();
    if (!arrive(subscriber)) {
      return new IllegalStateException(
          named() + " allows one subscriber, and was subscribed to before");
    }
    // An owner that failed has closed the word, and looked for a subscriber only once after that.
    return isClosed() && takeArrived() != null ? failedBefore() : null;
  }

  private IllegalStateException failedBefore() {
    return new IllegalStateException(
        named() + " failed before it was subscribed to (StackOverflowError or OutOfMemoryError)");
  }

  private String named() {
    return hooks.name() == null ? "this sink" : "the sink " + hooks.name();
  }

  @Override
  public final void request(long n) {
    if (n > 0) {
      try {
        addDemand(n);
      } finally {
        callbacks.requested(); // the demand is there although that threw
      }
    } else {
      endAtOnce(
          End.error(
              new IllegalArgumentException("§3.9: request(" + n + "): n must be positive"), true));
    }
  }

  @Override
  public final void cancel() {
    super.cancel();
    callbacks.cancelled();
  }

  @Override
  final long requestedByDownstream() {
    return requestedInTotal();
  }

  // What the owner does.

  @Override
  protected final void releaseSources(End end) {}

  @Override
  protected final void cancelSources() {}

  @Override
  protected final void ended() {
    current = null;
    callbacks.downstreamIsDone();
    Subscriber<? super T> tooLate = takeArrived();
    if (tooLate != null) { // it arrived while the owner failed
      Bridges.refuse(tooLate, failedBefore());
    }
  }

  @Override
  public String toString() {
    return hooks.describe("SerialSink", this);
  }
}
