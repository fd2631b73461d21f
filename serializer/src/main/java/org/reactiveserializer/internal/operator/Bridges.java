package org.reactiveserializer.internal.operator;

import java.lang.invoke.MethodHandles;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;

/** Gives the bridges the settings of a serializer, or of a merge, which are not public. */
public final class Bridges {
  // Each is set once, when the class of the serializers, or of the merges, is initialised, so before there is one to
  // look into. Why a caller sees it: see initialised.
  private static volatile Function<Object, SerialSettings<?>> settings =
      serializer -> {
        throw new IllegalStateException("not opened");
      };
  private static volatile Function<Object, MergeSettings<?>> mergeSettings =
      merge -> {
        throw new IllegalStateException("not opened");
      };

  private Bridges() {}

  /** Says how to look into a serializer. By the class of the serializers. */
  public static void open(Function<Object, SerialSettings<?>> access) {
    settings = access;
  }

  /** Sets how to look into a merge. By the class of the merges. */
  public static void openMerge(Function<Object, MergeSettings<?>> access) {
    mergeSettings = access;
  }

  /** Returns the settings of {@code serializer}, one of items of type {@code T}. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as the caller says
  public static <T> SerialSettings<T> settings(Object serializer) {
    Objects.requireNonNull(serializer, "serializer is null");
    initialised(serializer.getClass());
    return (SerialSettings<T>) settings.apply(serializer);
  }

  /** Returns the emitter behind {@code sink}, one of items of type {@code T}. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as the caller says
  public static <T> SinkEmitter<T> emitter(Object sink) {
    Objects.requireNonNull(sink, "sink is null");
    if (sink instanceof SinkEmitter<?> emitter) {
      return (SinkEmitter<T>) emitter;
    }
    throw new IllegalArgumentException(
        "sink is a " + sink.getClass().getName() + ": it must be made by Serializer.sink()");
  }

  /** Returns the settings of {@code merge}, one whose hooks accept items of type {@code T}. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as the caller says
  public static <T> MergeSettings<T> mergeSettings(Object merge) {
    Objects.requireNonNull(merge, "merge is null");
    initialised(merge.getClass());
    return (MergeSettings<T>) mergeSettings.apply(merge);
  }

  /**
   * As the other, but for a library that has a place of its own for errors that cannot be signalled: they go
   * there, unless the user set a hook.
   */
  @SuppressWarnings("TypeParameterUnusedInFormals")
  public static <T> MergeSettings<T> mergeSettings(
      Object merge, Consumer<? super Throwable> place) {
    MergeSettings<T> found = mergeSettings(merge);
    return found.with(found.hooks().orElse(null, place));
  }

  /**
   * Has the initialisation of a class happen before what follows. A serializer is immutable, so it may come to
   * this thread by a data race, from one that initialised the class. Then nothing else says that this thread sees what the
   * initialisation wrote: volatile alone does not, for a plain read that found the serializer does not keep a
   * volatile one behind it from being done before.
   */
  private static void initialised(Class<?> type) {
    try {
      MethodHandles.publicLookup().ensureInitialized(type);
    } catch (IllegalAccessException notPublic) {
      throw new IllegalArgumentException("neither a serializer nor a merge: " + type, notPublic);
    }
  }

  /**
   * As the other, but for a library that has a place of its own for errors that cannot be signalled: they go
   * there, unless the user set a hook.
   */
  @SuppressWarnings("TypeParameterUnusedInFormals")
  public static <T> SerialSettings<T> settings(
      Object serializer, Consumer<? super Throwable> place) {
    SerialSettings<T> found = settings(serializer);
    return found.with(found.hooks().orElse(null, place));
  }
}
