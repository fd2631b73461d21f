package org.reactiveserializer.support.depth;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.SerialSubscriber;
import org.reactiveserializer.Serializer;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** A subject that is called with little stack left: a subscriber, a sink, or an imitated sink. */
public abstract class StackSubject {
  /** The capacity of bounded subjects. */
  public static final int CAPACITY = 2;

  private static final Duration MOMENT = Duration.ofNanos(1);

  /** The downstream, the upstream and the hooks of the subject. */
  protected final Record record = new Record();

  /** The settings that are tried: what happens to an item that finds no room. */
  public enum Bound {
    /** Any number of items may wait. */
    NONE,
    /** The stream ends. */
    ERROR,
    /** The item is refused. Errors are delayed. */
    DROP_NEWEST,
    /** The oldest item is evicted. */
    DROP_OLDEST;

    Serializer<Integer> settings(Record record) {
      Serializer<Integer> settings =
          switch (this) {
            case NONE -> Serializer.withDefaults();
            case ERROR -> Serializer.withDefaults().bounded(CAPACITY, Overflow.ERROR);
            case DROP_NEWEST ->
                Serializer.<Integer>withDefaults()
                    .bounded(CAPACITY, Overflow.DROP_NEWEST)
                    .errors(ErrorMode.DELAYED);
            case DROP_OLDEST -> Serializer.withDefaults().bounded(CAPACITY, Overflow.DROP_OLDEST);
          };
      return settings.onDiscard(record::discard).onErrorDropped(record::drop);
    }
  }

  /** Creates a sink of the library. */
  public static StackSubject sink(Bound bound) {
    return new OfSink(bound);
  }

  /** Creates a subscriber of the library. */
  public static StackSubject wrapped(Bound bound) {
    return new OfSubscriber(bound);
  }

  /** Subscribes the downstream, or passes on the upstream's subscription. */
  abstract void subscribe(Record downstream);

  /**
   * Subscribes once more after the first attempt threw. Returns whether the second one is refused
   * although the downstream has received no subscription.
   */
  abstract boolean refuses();

  // These methods only make the call. The result is null if the call itself returns none.

  abstract @Nullable EmitOutcome next(Integer item);

  /** Emits an item as a thread that would wait for room. */
  @Nullable EmitOutcome nextPatiently(Integer item) {
    return next(item);
  }

  abstract @Nullable EmitOutcome complete();

  abstract @Nullable EmitOutcome fail(Throwable error);

  /**
   * Emits an item while no other thread delivers, and returns its outcome. (Even if the call returns
   * that the item waits, it may have delivered the item.)
   */
  EmitOutcome answer(Integer item) {
    EmitOutcome answer = Objects.requireNonNull(next(item));
    return record.delivered(item) > 0 && answer.isAccepted() ? EmitOutcome.DELIVERED : answer;
  }

  /** As {@link #answer}, for a completion. */
  EmitOutcome answerToCompletion() {
    int before = record.terminals;
    EmitOutcome answer = Objects.requireNonNull(complete());
    return before < record.terminals && answer.isAccepted() ? EmitOutcome.DELIVERED : answer;
  }

  void request(long n) {
    subscription().request(n);
  }

  void cancel() {
    subscription().cancel();
  }

  private Subscription subscription() {
    return Objects.requireNonNull(record.subscription);
  }

  abstract int backlog();

  /** Returns how many requested items the downstream has not received yet. */
  abstract long requested();

  /** Returns whether the calls return results; otherwise refused items are discarded. */
  boolean returnsResults() {
    return !hasUpstream();
  }

  /**
   * Returns whether there is an upstream, which a producer that ends the stream, or signals after
   * the end, must cancel.
   */
  boolean hasUpstream() {
    return false;
  }

  private static final class OfSink extends StackSubject {
    private final SerialSink<Integer> sink;

    OfSink(Bound bound) {
      sink = bound.settings(record).sink();
    }

    @Override
    void subscribe(Record downstream) {
      sink.subscribe(downstream);
    }

    @Override
    boolean refuses() {
      sink.subscribe(record);
      return record.terminals > 0; // it received an inert subscription and an error
    }

    @Override
    EmitOutcome next(Integer item) {
      return sink.tryEmit(item);
    }

    @Override
    EmitOutcome nextPatiently(Integer item) {
      return sink.emit(item, MOMENT);
    }

    @Override
    EmitOutcome complete() {
      return sink.tryComplete();
    }

    @Override
    EmitOutcome fail(Throwable error) {
      return sink.tryFail(error);
    }

    @Override
    int backlog() {
      return sink.backlog();
    }

    @Override
    long requested() {
      return sink.requested();
    }
  }

  /** Returns the results that a sink would return, as far as the record shows them. */
  private static final class OfSubscriber extends StackSubject {
    private final SerialSubscriber<Integer> serialized;

    OfSubscriber(Bound bound) {
      Subscriber<Integer> downstream = record;
      serialized = bound.settings(record).wrap(downstream);
    }

    @Override
    void subscribe(Record upstream) {
      serialized.onSubscribe(upstream);
    }

    @Override
    boolean refuses() {
      serialized.onSubscribe(record);
      return record.arrivals == 0;
    }

    @Override
    @Nullable EmitOutcome next(Integer item) {
      serialized.onNext(item);
      return null;
    }

    @Override
    @Nullable EmitOutcome complete() {
      serialized.onComplete();
      return null;
    }

    @Override
    @Nullable EmitOutcome fail(Throwable error) {
      serialized.onError(error);
      return null;
    }

    @Override
    EmitOutcome answer(Integer item) {
      next(item);
      if (record.delivered(item) > 0) {
        return EmitOutcome.DELIVERED;
      }
      return record.discarded(item) > 0 ? resultAfterTheEnd() : EmitOutcome.QUEUED;
    }

    @Override
    EmitOutcome answerToCompletion() {
      int before = record.terminals;
      complete();
      return before < record.terminals ? EmitOutcome.DELIVERED : resultAfterTheEnd();
    }

    private EmitOutcome resultAfterTheEnd() {
      return record.terminals > 0 ? EmitOutcome.TERMINATED : EmitOutcome.CANCELLED;
    }

    @Override
    void request(long n) {
      serialized.request(n);
    }

    @Override
    void cancel() {
      serialized.cancel();
    }

    @Override
    int backlog() {
      return serialized.backlog();
    }

    @Override
    long requested() {
      return Long.MAX_VALUE;
    }

    @Override
    boolean hasUpstream() {
      return true;
    }
  }
}
