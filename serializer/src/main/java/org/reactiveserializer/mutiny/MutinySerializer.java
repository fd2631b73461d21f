package org.reactiveserializer.mutiny;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.smallrye.mutiny.operators.AbstractMulti;
import io.smallrye.mutiny.subscription.MultiEmitter;
import io.smallrye.mutiny.subscription.MultiSubscriber;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.internal.operator.Bridges;
import org.reactiveserializer.internal.operator.SerialSettings;

/**
 * Serializers for Mutiny: an operator, and emitters.
 *
 * <pre>{@code
 * Multi<Row> rows = source.plug(MutinySerializer.serialize());
 * SerializedEmitter<Row> emitter = MutinySerializer.emitter();
 * Multi<Row> emitted = emitter.toMulti();
 * }</pre>
 *
 * <p>A publisher that breaks the rules must come in by {@code Multi.createFrom().safePublisher(raw)}, which trusts it
 * and leaves it to this. {@code publisher(raw)} puts a subscriber in front that swallows what comes after the end, and
 * knows one thread.
 *
 * <p><b>Hooks.</b> Where the {@link Serializer} has no {@linkplain Serializer#onDropped dropped-error hook},
 * errors go to {@code Infrastructure.handleDroppedException}. For items Mutiny has none: {@linkplain
 * Serializer#onDiscard set one} if they must be released.
 */
@SuppressWarnings("exports") // who uses it requires Mutiny
public final class MutinySerializer {
  private MutinySerializer() {}

  /**
   * Returns the operator as Mutiny has its serializer: any number of items may wait, and a failure waits for
   * the items before it. Otherwise as {@link #serialize(Serializer)}.
   *
   * @param <T> the type of the items
   * @return a function for {@link Multi#plug}
   */
  public static <T> Function<Multi<T>, Multi<T>> serialize() {
    return serialize(likeMutiny());
  }

  /**
   * Returns an operator that passes on what comes from above serially (§1.3), no matter which threads it comes from,
   * as {@link Serializer#serialize} does, and the subscriber's context to above.
   *
   * <p><b>Threads, order, bounds, errors</b>: as {@link org.reactiveserializer.SerializedSubscriber}. Null
   * throws {@link NullPointerException} to who brings it, and changes nothing (§2.13).
   *
   * @param serializer the settings
   * @param <T> the type of the items
   * @return a function for {@link Multi#plug}
   */
  public static <T> Function<Multi<T>, Multi<T>> serialize(Serializer<T> serializer) {
    SerialSettings<T> settings = settings(serializer);
    return upstream ->
        new SerializedMulti<>(Objects.requireNonNull(upstream, "upstream is null"), settings);
  }

  /**
   * Makes a stream that any number of threads may feed, for one subscriber. Any number of items may wait, and a
   * failure waits for the items before it, as with Mutiny's own.
   *
   * @param <T> the type of the items
   * @return its emitter
   */
  public static <T> SerializedEmitter<T> emitter() {
    return emitter(likeMutiny());
  }

  /**
   * Makes a stream that any number of threads may feed, for one subscriber.
   *
   * @param serializer the settings, whose {@linkplain Serializer#errors error mode} is not that of {@link
   *     #emitter()} unless it is said
   * @param <T> the type of the items
   * @return its emitter
   */
  public static <T> SerializedEmitter<T> emitter(Serializer<T> serializer) {
    return new SerializedEmitter<>(settings(serializer));
  }

  /**
   * Makes a stream in place of {@code Multi.createFrom().emitter(consumer)}, as {@link #emitter()} and {@link
   * #emitter(Consumer, Serializer)} do.
   *
   * @param consumer gets the emitter
   * @param <T> the type of the items
   * @return the stream
   */
  public static <T> Multi<T> emitter(Consumer<MultiEmitter<? super T>> consumer) {
    return emitter(consumer, likeMutiny());
  }

  /**
   * Makes a stream in place of {@code Multi.createFrom().emitter(consumer)}: each subscriber has an emitter of
   * its own, a {@link SerializedEmitter}.
   *
   * @param consumer gets the emitter, in the thread that subscribes, after {@code onSubscribe}. If it throws,
   *     that is the stream's failure
   * @param serializer the settings
   * @param <T> the type of the items
   * @return the stream
   */
  public static <T> Multi<T> emitter(
      Consumer<MultiEmitter<? super T>> consumer, Serializer<T> serializer) {
    Consumer<MultiEmitter<? super T>> decorated =
        Infrastructure.decorate(Objects.requireNonNull(consumer, "consumer is null"));
    SerialSettings<T> settings = settings(serializer);
    return Infrastructure.onMultiCreation(
        new AbstractMulti<T>() {
          @Override
          public void subscribe(MultiSubscriber<? super T> subscriber) {
            SerializedEmitter<T> emitter = new SerializedEmitter<>(settings);
            emitter.toMulti().subscribe(subscriber);
            try {
              decorated.accept(emitter);
            } catch (Throwable thrown) {
              emitter.fail(thrown);
            }
          }
        });
  }

  private static <T> Serializer<T> likeMutiny() {
    return Serializer.<T>unbounded().errors(ErrorMode.DELAYED);
  }

  private static <T> SerialSettings<T> settings(Serializer<T> serializer) {
    return Bridges.settings(serializer, Infrastructure::handleDroppedException);
  }
}
