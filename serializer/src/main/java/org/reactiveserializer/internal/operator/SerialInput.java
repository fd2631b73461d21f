package org.reactiveserializer.internal.operator;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.internal.engine.Emitter;
import org.reactiveserializer.internal.engine.End;
import org.reactiveserializer.internal.engine.Source;
import org.reactiveserializer.internal.engine.StackCheck;
import org.reactiveserializer.internal.events.Events;
import org.reactivestreams.Subscriber;

/**
 * The entrance for producers that only emit items and an end: applies the {@link Overflow} policy
 * if the number of waiting items has a bound.
 *
 * @param <T> the type of the items
 */
public abstract class SerialInput<T> extends Emitter<T> {
  private final SerialSettings<? super T> settings;
  private final boolean errorsOvertake;

  /**
   * Creates an input.
   *
   * @param byDefault whether errors wait, if that is not set
   * @param requested how much was requested before there is a downstream
   * @param downstream gets the signals; null: it arrives later
   */
  SerialInput(
      SerialSettings<T> settings,
      ErrorMode byDefault,
      long requested,
      @Nullable Subscriber<? super T> downstream) {
    super(
        settings.backlog(),
        settings.hooksOfWaiting(),
        settings.drainLimit(),
        requested,
        downstream);
    this.settings = settings;
    this.errorsOvertake = settings.errorMode(byDefault) == ErrorMode.IMMEDIATE;
  }

  /**
   * Emits an item, and applies the policy if there is no room. If it is not accepted, the caller keeps it. If this
   * throws, the outcome of the item is decided: the caller must not discard it.
   */
  final EmitOutcome emitItem(T item) {
    EmitOutcome outcome = emit(Source.ONLY, item);
    // This comes first: if an item is delivered at once, HotSpot then knows that nothing follows.
    // A call that is compiled in here would cost a caller's loop its registers.
    return outcome == EmitOutcome.DELIVERED ? outcome : afterPolicy(outcome, item);
  }

  private EmitOutcome afterPolicy(EmitOutcome outcome, T item) {
    if (outcome == EmitOutcome.OVERFLOW) {
      reportOverflow();
      if (settings.overflow() == Overflow.ERROR) {
        failByOverflow(item);
      }
    }
    return outcome;
  }

  /** Tells the flight recorder that an item found no room. */
  final void reportOverflow() {
    Events.overflow(this, backlog.capacity(), settings.overflow().name());
  }

  private void failByOverflow(T item) {
    Throwable error =
        overflow(
            (hooks.name() == null ? "overflow: " : "overflow in " + hooks.name() + ": ")
                + backlog.whyFull()
                + ": the downstream has not requested them, or the thread that delivers is behind");
    boolean isOwn = false;
    try {
      StackCheck.ensure();
      isOwn = end(End.overflow(error, errorsOvertake));
    } catch (Throwable thrown) { // by the downstream, or since the stack has ended
      isOwn = isTerminated();
      discard(item);
      throw thrown;
    } finally {
      if (isOwn) {
        stopSources();
      }
    }
  }

  /** Returns the error by which an overflow ends the stream. */
  protected Throwable overflow(String message) {
    return new IllegalStateException(message);
  }

  /** Discards an item that was refused, for a producer that has no result to learn of it. */
  final void discardRefused(EmitOutcome outcome, T item) {
    discard(item);
    if (outcome == EmitOutcome.OVERFLOW && settings.overflow() != Overflow.ERROR) {
      reportLoss(backlog.whyFull());
    }
  }

  /**
   * Cancels the sources because an overflow ends the stream. By any thread, at the same time as the
   * owner: unlike in {@link #cancelSources}, the downstream may be processing an item.
   */
  void stopSources() {}

  /** Requests the end by an error. Returns false if an end was requested before. */
  final boolean fail(Throwable error) {
    StackCheck.ensure();
    return end(End.error(error, errorsOvertake));
  }

  /** Requests the end by a completion. Returns false if an end was requested before. */
  final boolean complete() {
    StackCheck.ensure();
    return end(End.COMPLETED);
  }

  /** Drops an error that was refused, for a producer that has no result to learn of it. */
  public final void dropRefused(Throwable error) {
    hooks.drop(error);
  }

  /** Returns what completes stages and runs callbacks that have waited for room. */
  final Executor answerThreads() {
    return settings.answerThreads();
  }

  /** Returns whether a producer may wait for room. */
  final boolean hasLine() {
    return settings.isBounded() && settings.overflow() != Overflow.DROP_OLDEST;
  }

  @Override
  protected final T waitingForm(T item) {
    return settings.waitingForm(item);
  }

  @Override
  protected Subscriber<? super T> attached(Subscriber<? super T> subscriber) {
    return settings.restoring(subscriber);
  }

  // Statistics. By any thread.

  /** Returns how many requested items are not delivered yet; {@link Long#MAX_VALUE}: unbounded. */
  public final long requested() {
    long total = requestedByDownstream();
    return total == Long.MAX_VALUE ? total : Math.max(0, total - delivered());
  }

  /** Returns how many items the downstream has requested in total; {@link Long#MAX_VALUE}: unbounded. */
  abstract long requestedByDownstream();

  /** Returns how many items were delivered, or are being delivered. */
  final long deliveredSoFar() {
    return delivered();
  }

  /** Returns how many items may wait. */
  public final int capacity() {
    return backlog.capacity();
  }
}
