package org.reactiveserializer.support.depth;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitResult;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerializedSink;
import org.reactiveserializer.SerializedSubscriber;
import org.reactiveserializer.Serializer;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** What is called at the end of the stack: a subscriber, a sink, or an imitation of one. */
public abstract class StackSubject {
  /** How many items may wait where there is a bound. */
  public static final int CAPACITY = 2;

  private static final Duration MOMENT = Duration.ofNanos(1);

  /** Its downstream, its upstream and its hooks. */
  protected final Record record = new Record();

  /** The settings that are tried. */
  public enum Bound {
    /** Any number of items may wait. */
    NONE,
    /** The stream ends. */
    ERROR,
    /** The item is refused. Errors are delayed. */
    DROP_NEWEST,
    /** The oldest makes room. */
    DROP_OLDEST;

    Serializer<Integer> settings(Record record) {
      Serializer<Integer> settings =
          switch (this) {
            case NONE -> Serializer.unbounded();
            case ERROR -> Serializer.bounded(CAPACITY, Overflow.ERROR);
            case DROP_NEWEST ->
                Serializer.<Integer>bounded(CAPACITY, Overflow.DROP_NEWEST)
                    .errors(ErrorMode.DELAYED);
            case DROP_OLDEST -> Serializer.bounded(CAPACITY, Overflow.DROP_OLDEST);
          };
      return settings.onDiscard(record::discard).onDropped(record::drop);
    }
  }

  /** A sink of the library. */
  public static StackSubject sink(Bound bound) {
    return new OfSink(bound);
  }

  /** A subscriber of the library. */
  public static StackSubject wrapped(Bound bound) {
    return new OfSubscriber(bound);
  }

  /** Has the downstream subscribe, or brings the upstream's subscription. */
  abstract void subscribe(Record downstream);

  /**
   * Subscribes once more, the first time having thrown, and tells whether that is refused though
   * the downstream has got no subscription.
   */
  abstract boolean refuses();

  // These do no more than to call. Null: it does not tell.

  abstract @Nullable EmitResult next(Integer item);

  /** As a thread that would wait for room. */
  @Nullable EmitResult nextPatiently(Integer item) {
    return next(item);
  }

  abstract @Nullable EmitResult complete();

  abstract @Nullable EmitResult fail(Throwable error);

  /**
   * Brings an item while nobody emits. Returns what became of it: if the answer is that it waits, the
   * same call may have delivered it all the same.
   */
  EmitResult answer(Integer item) {
    EmitResult answer = Objects.requireNonNull(next(item));
    return record.delivered(item) > 0 && answer.isAccepted() ? EmitResult.DELIVERED : answer;
  }

  /** As the other. */
  EmitResult answerToCompletion() {
    int before = record.terminals;
    EmitResult answer = Objects.requireNonNull(complete());
    return before < record.terminals && answer.isAccepted() ? EmitResult.DELIVERED : answer;
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

  /** How many items the downstream has asked for beyond those it got. */
  abstract long requested();

  /** Whether its answers tell; otherwise what is refused is discarded. */
  boolean tells() {
    return !hasUpstream();
  }

  /** Whether a producer that ends the stream, or is too late, has to cancel the upstream. */
  boolean hasUpstream() {
    return false;
  }

  private static final class OfSink extends StackSubject {
    private final SerializedSink<Integer> sink;

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
      return record.terminals > 0; // it got a subscription that does nothing, and an error
    }

    @Override
    EmitResult next(Integer item) {
      return sink.tryEmit(item);
    }

    @Override
    EmitResult nextPatiently(Integer item) {
      return sink.emit(item, MOMENT);
    }

    @Override
    EmitResult complete() {
      return sink.tryComplete();
    }

    @Override
    EmitResult fail(Throwable error) {
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

  /** Answers as a sink would, by what can be seen. */
  private static final class OfSubscriber extends StackSubject {
    private final SerializedSubscriber<Integer> serialized;

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
    @Nullable EmitResult next(Integer item) {
      serialized.onNext(item);
      return null;
    }

    @Override
    @Nullable EmitResult complete() {
      serialized.onComplete();
      return null;
    }

    @Override
    @Nullable EmitResult fail(Throwable error) {
      serialized.onError(error);
      return null;
    }

    @Override
    EmitResult answer(Integer item) {
      next(item);
      if (record.delivered(item) > 0) {
        return EmitResult.DELIVERED;
      }
      return record.discarded(item) > 0 ? tooLate() : EmitResult.QUEUED;
    }

    @Override
    EmitResult answerToCompletion() {
      int before = record.terminals;
      complete();
      return before < record.terminals ? EmitResult.DELIVERED : tooLate();
    }

    private EmitResult tooLate() {
      return record.terminals > 0 ? EmitResult.TERMINATED : EmitResult.CANCELLED;
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
