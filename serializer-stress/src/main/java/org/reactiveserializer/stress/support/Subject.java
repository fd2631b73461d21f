package org.reactiveserializer.stress.support;

import java.util.function.IntSupplier;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.SerialSubscriber;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.internal.drain.DrainLoop;
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.ending.Termination;
import org.reactiveserializer.internal.operator.SerialOperator;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The subject of a test: the library's class, or one composed in the same way with a broken part.
 *
 * @param signals what producers and the upstream call
 * @param control what the downstream calls
 * @param backlog returns how many items wait
 */
public record Subject(Subscriber<Item> signals, Subscription control, IntSupplier backlog) {

  /** Creates the library's serializer through the public API. */
  public static Subject sound(ErrorMode mode, Probe downstream, Fates outcomes) {
    SerialSubscriber<Item> subscriber =
        Serializer.<Item>withDefaults()
            .errors(mode)
            .onDiscard(outcomes::discard)
            .onErrorDropped(outcomes::drop)
            .wrap(downstream);
    return new Subject(subscriber, subscriber, subscriber::backlog);
  }

  /** Creates a serializer of the given parts. */
  public static Subject of(Termination termination, Probe downstream, Hooks<Item> hooks) {
    return of(new SerialOperator<>(DrainLoop.newDrainState(), termination, downstream, hooks));
  }

  /** Creates a serializer of the given parts, with another drain state than its own. */
  public static Subject of(
      DrainState drain, Termination termination, Probe downstream, Fates outcomes) {
    return of(new SerialOperator<>(drain, termination, downstream, outcomes.hooks()));
  }

  /** Returns a subject of a serializer, which may have a broken step. */
  public static Subject of(SerialOperator<Item> emitter) {
    return new Subject(emitter, emitter, emitter::backlog);
  }
}
