package org.reactiveserializer.internal.operator;

import java.lang.invoke.MethodHandles;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Gives the bridges access to the settings of a serializer or a merge, which are not public. */
public final class Bridges {
  // Each is set once, by the initialisation of the class of serializers or of merges: so before
  // there is an instance. Why every caller sees the function: see initialised.
  private static volatile @Nullable Function<Object, SerialSettings<?>> settings;
  private static volatile @Nullable Function<Object, MergeSettings<?>> mergeSettings;

  private Bridges() {}

  /**
   * Sets the function that returns the settings of a serializer. Called by the class of
   * serializers.
   */
  public static void open(Function<Object, SerialSettings<?>> access) {
    settings = access;
  }

  /** Sets the function that returns the settings of a merge. Called by the class of merges. */
  public static void openMerge(Function<Object, MergeSettings<?>> access) {
    mergeSettings = access;
  }

  /** Returns the settings of {@code serializer}, a serializer for items of type {@code T}. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as the caller says
  public static <T> SerialSettings<T> settings(Object serializer) {
    Objects.requireNonNull(serializer, "serializer is null");
    initialised(serializer.getClass());
    return (SerialSettings<T>) Objects.requireNonNull(settings).apply(serializer);
  }

  /** Returns the emitter behind {@code sink}, a sink for items of type {@code T}. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as the caller says
  public static <T> SinkOperator<T> emitter(Object sink) {
    Objects.requireNonNull(sink, "sink is null");
    if (sink instanceof SinkOperator<?> emitter) {
      return (SinkOperator<T>) emitter;
    }
    throw new IllegalArgumentException(
        "sink is a " + sink.getClass().getName() + ": it must be made by Serializer.sink()");
  }

  /** Returns the settings of {@code merge}, a merge whose hooks accept items of type {@code T}. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as the caller says
  public static <T> MergeSettings<T> mergeSettings(Object merge) {
    Objects.requireNonNull(merge, "merge is null");
    initialised(merge.getClass());
    return (MergeSettings<T>) Objects.requireNonNull(mergeSettings).apply(merge);
  }

  /**
   * Returns the settings for a library that has its own place for errors that cannot be signalled:
   * {@code place} gets them unless the user set a hook.
   */
  @SuppressWarnings("TypeParameterUnusedInFormals")
  public static <T> MergeSettings<T> mergeSettings(
      Object merge, Consumer<? super Throwable> place) {
    MergeSettings<T> found = mergeSettings(merge);
    return found.with(found.hooks().orElse(null, place));
  }

  /**
   * Makes the initialisation of the class happen-before what follows. A serializer is immutable, so
   * this thread may have got it by a data race, from a thread that initialised the class. Then
   * nothing else guarantees that this thread sees what the initialisation wrote. That the fields
   * are volatile is not enough: the plain read that found the serializer may be reordered with the
   * volatile read that follows it.
   */
  private static void initialised(Class<?> type) {
    try {
      MethodHandles.publicLookup().ensureInitialized(type);
    } catch (IllegalAccessException notPublic) {
      throw new IllegalArgumentException("neither a serializer nor a merge: " + type, notPublic);
    }
  }

  /**
   * Returns the settings for a library that has its own place for errors that cannot be signalled:
   * {@code place} gets them unless the user set a hook.
   */
  @SuppressWarnings("TypeParameterUnusedInFormals")
  public static <T> SerialSettings<T> settings(
      Object serializer, Consumer<? super Throwable> place) {
    SerialSettings<T> found = settings(serializer);
    return found.with(found.hooks().orElse(null, place));
  }
}
