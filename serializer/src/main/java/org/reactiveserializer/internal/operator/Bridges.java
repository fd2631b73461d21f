package org.reactiveserializer.internal.operator;

import java.lang.invoke.MethodHandles;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;

/** Gives the bridges what a serializer was told, which is not public. */
public final class Bridges {
  // Set once, when the class of the serializers is initialised, so before there is one to ask about. For
  // whoever asks: see initialised.
  private static volatile Function<Object, SerialSettings<?>> settings =
      serializer -> {
        throw new IllegalStateException("not opened");
      };

  private Bridges() {}

  /** Says how to look into a serializer. By the class of the serializers. */
  public static void open(Function<Object, SerialSettings<?>> access) {
    settings = access;
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
      throw new IllegalArgumentException("no serializer: " + type, notPublic);
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
