package org.reactiveserializer.internal.operator;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.DynamicMerge;
import org.reactiveserializer.Merge;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** What the bridges share: access to what is inside the public classes, and to one or many subscribers. */
public final class Bridges {
  // Set once, by the initialisation of the class of serializers. Why every caller sees it: inside.
  private static volatile @Nullable Function<Object, Object> access;

  private Bridges() {}

  /**
   * Sets the function that returns the settings of a serializer or of a merge, and the sources of a
   * dynamic merge. Called by the class of serializers.
   */
  public static void open(Function<Object, Object> inside) {
    access = inside;
  }

  /**
   * Returns what is inside. The call of a static method makes the initialisation of the class
   * happen-before what follows, also if this thread got {@code of} by a data race.
   */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as the callers say
  private static <I> I inside(Object of) {
    Serializer.withDefaults();
    return (I) Objects.requireNonNull(access).apply(of);
  }

  /** Returns the settings of a serializer. */
  public static <T> SerialSettings<T> settings(Serializer<? super T> serializer) {
    return inside(Objects.requireNonNull(serializer, "serializer is null"));
  }

  /**
   * Returns the settings for a library that has its own place for errors that cannot be signalled:
   * {@code place} gets them unless the user set a hook.
   */
  public static <T> SerialSettings<T> settings(
      Serializer<? super T> serializer, Consumer<? super Throwable> place) {
    SerialSettings<T> found = settings(serializer);
    return found.with(found.hooks().orElse(null, place));
  }

  /** Returns the settings of a merge. */
  public static <T> MergeSettings<T> settings(Merge<? super T> merge) {
    return inside(Objects.requireNonNull(merge, "merge is null"));
  }

  /** As {@link #settings(Serializer, Consumer)}, of a merge. */
  public static <T> MergeSettings<T> settings(
      Merge<? super T> merge, Consumer<? super Throwable> place) {
    MergeSettings<T> found = settings(merge);
    return found.with(found.hooks().orElse(null, place));
  }

  /** Returns the sources of a dynamic merge. */
  public static <T> DynamicSources<T> sources(DynamicMerge<T> merge) {
    return inside(Objects.requireNonNull(merge, "merge is null"));
  }

  /** Returns the operator behind a sink. */
  @SuppressWarnings("unchecked") // it is the sink
  public static <T> SinkOperator<T> emitter(SerialSink<? extends T> sink) {
    Objects.requireNonNull(sink, "sink is null");
    if (sink instanceof SinkOperator<?> emitter) {
      return (SinkOperator<T>) emitter;
    }
    throw new IllegalArgumentException(
        "sink is a " + sink.getClass().getName() + ": it must be made by Serializer.sink()");
  }

  /** Subscribes to a sink; one that is refused gets only an error. */
  public static <T> void admit(SinkOperator<T> sink, Subscriber<? super T> subscriber) {
    Throwable refusal = sink.admit(subscriber);
    if (refusal != null) {
      refuse(subscriber, refusal);
    }
  }

  /** Signals {@code onSubscribe}, which must come first (§1.9), and then the reason as an error. */
  static void refuse(Subscriber<?> subscriber, Throwable why) {
    subscriber.onSubscribe(Refused.INSTANCE);
    subscriber.onError(why);
  }

  private enum Refused implements Subscription {
    INSTANCE;

    @Override
    public void request(long n) {}

    @Override
    public void cancel() {}
  }

  /** Throws {@code thrown} itself, though it may be checked. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as the caller says
  public static <X extends Throwable> X same(Throwable thrown) throws X {
    throw (X) thrown;
  }

  /**
   * The only subscriber of a stream, held from its arrival to the end of the stream (§3.13), and a
   * value that is kept of it after that, such as its context. Any thread may read both.
   *
   * <p><b>Invariant.</b> The value is stored before the reference to the subscriber is cleared. So a
   * thread that does not find the subscriber any more finds the value.
   *
   * @param <S> the type of the subscriber
   * @param <K> the type of the value that is kept
   */
  public abstract static class SubscriberRef<S, K> {
    private final AtomicBoolean taken = new AtomicBoolean();
    private volatile @Nullable S current;
    private volatile K kept;

    /** Creates a place for a subscriber. Until there is one, {@code nothing} is the value. */
    protected SubscriberRef(K nothing) {
      kept = nothing;
    }

    /** Returns the value to keep of {@code subscriber}. */
    protected abstract K of(S subscriber);

    /** Takes {@code subscriber} if it is the first. Returns whether it is. */
    public final boolean take(S subscriber) {
      boolean first = taken.compareAndSet(false, true);
      if (first) {
        current = subscriber;
      }
      return first;
    }

    /** Returns whether a subscriber has arrived. */
    public final boolean wasTaken() {
      return taken.get();
    }

    /** Returns the subscriber; null before it arrives and after the end of the stream. */
    public final @Nullable S current() {
      return current;
    }

    /** Returns the value of the subscriber: the one that is kept, or will be kept. */
    public final K kept() {
      S subscriber = current;
      return subscriber == null ? kept : of(subscriber);
    }

    /** Releases the subscriber, since the stream has ended. By the owner. */
    public final void release() {
      S subscriber = current;
      try {
        if (subscriber != null) {
          kept = of(subscriber); // first: see the invariant
        }
      } finally {
        current = null; // even if the subscriber threw when its value was read
      }
    }

    /** Releases a subscriber that was refused. Its value is not kept. */
    public final void refuse() {
      current = null;
    }
  }

  /**
   * Feeds a target that passes on each item to many subscribers. If one of them throws (§2.13), the
   * stream ends for all: the target gets what it threw as its error, and so does the producer.
   *
   * <p>A target may have a loop of its own, which an exception would leave in the middle; then the other
   * subscribers would wait for ever. So what a {@link Guarded} subscriber throws is kept until the target
   * has returned. (A subscriber that was subscribed to the target itself has no guard. Its exception
   * arrives here by the target, which then perhaps cannot pass on the error.)
   *
   * @param <T> the type of the items
   */
  public static final class ToMany<T> implements Subscriber<T> {
    private final Subscriber<? super T> target;
    private final Consumer<? super Throwable> drop;
    private final AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();

    /** Creates a subscriber that feeds {@code target}; {@code drop} gets what that throws at its end. */
    public ToMany(Subscriber<? super T> target, Consumer<? super Throwable> drop) {
      this.target = target;
      this.drop = drop;
    }

    @Override
    public void onSubscribe(Subscription subscription) {
      target.onSubscribe(subscription);
    }

    @Override
    public void onNext(T item) {
      try {
        target.onNext(item);
      } catch (Throwable ofTarget) {
        fail(ofTarget);
        throw ofTarget;
      }
      Throwable ofSubscriber = thrown.get(); // of another thread: perhaps only after the next item
      if (ofSubscriber != null) {
        fail(ofSubscriber);
        throw Bridges.<RuntimeException>same(ofSubscriber);
      }
    }

    private void fail(Throwable reason) {
      try {
        target.onError(reason);
      } catch (Throwable another) {
        drop.accept(another);
      }
    }

    @Override
    public void onError(Throwable error) {
      target.onError(error);
    }

    @Override
    public void onComplete() {
      Throwable ofSubscriber = thrown.get();
      if (ofSubscriber == null) {
        target.onComplete();
      } else {
        target.onError(ofSubscriber);
      }
    }

    /**
     * One of the subscribers of the target. Once it has thrown it gets nothing more, and its subscription
     * is cancelled. Not final: a bridge adds what its library requires of a subscriber.
     *
     * @param <T> the type of the items
     */
    public static class Guarded<T> implements Subscriber<T> {
      private final Subscriber<? super T> downstream;
      private final ToMany<?> front;

      // By the thread that signals; they do so serially (§1.3).
      private @Nullable Subscription subscription;
      private boolean left;

      /** Creates a guard of {@code downstream}, to be subscribed to the target of {@code front}. */
      public Guarded(Subscriber<? super T> downstream, ToMany<?> front) {
        this.downstream = downstream;
        this.front = front;
      }

      @Override
      public void onSubscribe(Subscription first) {
        subscription = first;
        downstream.onSubscribe(first);
      }

      @Override
      public void onNext(T item) {
        if (!left) {
          try {
            downstream.onNext(item);
          } catch (Throwable ofSubscriber) {
            leave(ofSubscriber);
          }
        }
      }

      private void leave(Throwable ofSubscriber) {
        left = true;
        if (!front.thrown.compareAndSet(null, ofSubscriber)) {
          front.drop.accept(ofSubscriber);
        }
        if (subscription != null) {
          subscription.cancel();
        }
      }

      @Override
      public void onError(Throwable error) {
        if (!left) {
          downstream.onError(error);
        }
      }

      @Override
      public void onComplete() {
        if (!left) {
          downstream.onComplete();
        }
      }
    }
  }
}
