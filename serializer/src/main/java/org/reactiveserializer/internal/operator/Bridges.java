package org.reactiveserializer.internal.operator;

import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;

/** Gives the bridges what a serializer was told, which is not public. */
public final class Bridges {
  // Set once, when the class of the serializers is initialised, hence before there is one to ask about.
  private static Function<Object, SerialSettings<?>> settings =
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
    return (SerialSettings<T>)
        settings.apply(Objects.requireNonNull(serializer, "serializer is null"));
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
