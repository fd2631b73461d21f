package org.reactiveserializer.internal.operator;

import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.DynamicMerge;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.internal.engine.Nobody;
import org.reactiveserializer.internal.operator.MergeSettings.Plan;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/** What the bridges share: access to what is inside the public classes. */
public final class Bridges {
  // Set once, by the initialisation of the class of serializers. Why every caller sees it: inside.
  private static volatile @Nullable Function<Object, Object> access;

  private Bridges() {}

  /**
   * Sets the function that returns the settings of a serializer, and the sources of a dynamic merge.
   * Called by the class of serializers.
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

  /** Returns the merge that a stream is; null if it is none. */
  @SuppressWarnings("unchecked") // the stream is of this type
  public static <T> @Nullable Plan<?, T> plan(Publisher<T> stream) {
    Objects.requireNonNull(stream, "stream is null");
    if (stream instanceof DynamicMerge<T> merge) {
      return Bridges.<DynamicSources<T>>inside(merge).plan();
    }
    return stream instanceof Plan<?, ?> plan ? (Plan<?, T>) plan : null;
  }

  /** Returns the operator behind a sink. */
  @SuppressWarnings("unchecked") // it is the sink
  public static <T> SinkOperator<T> emitter(Publisher<? extends T> sink) {
    Objects.requireNonNull(sink, "sink is null");
    if (sink instanceof SinkOperator<?> emitter) {
      return (SinkOperator<T>) emitter;
    }
    throw new IllegalArgumentException(
        "a " + sink.getClass().getName() + ": it must be made by Serializer.sink() or by a Merge");
  }

  /** Signals {@code onSubscribe}, which must come first (§1.9), and then the reason as an error. */
  static void refuse(Subscriber<?> subscriber, Throwable why) {
    if (subscriber != Nobody.subscriber()) {
      subscriber.onSubscribe(SubscriptionRef.GONE);
      subscriber.onError(why);
    }
  }

  /** Throws {@code thrown} itself, though it may be checked. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as the caller says
  public static <X extends Throwable> X same(Throwable thrown) throws X {
    throw (X) thrown;
  }
}
