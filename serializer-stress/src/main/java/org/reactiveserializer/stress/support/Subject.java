package org.reactiveserializer.stress.support;

import java.util.function.IntSupplier;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.SerialSubscriber;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.ending.Termination;
import org.reactiveserializer.internal.operator.SerialOperator;
import org.reactiveserializer.internal.right.EmissionLoop;
import org.reactiveserializer.internal.right.EmissionRight;
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
  public static Subject sound(ErrorMode mode, Probe downstream, Fates fates) {
    SerialSubscriber<Item> subscriber =
        Serializer.<Item>withDefaults()
            .errors(mode)
            .onDiscard(fates::discard)
            .onErrorDropped(fates::drop)
            .wrap(downstream);
    return new Subject(subscriber, subscriber, subscriber::backlog);
  }

  /** Creates a serializer of the given parts. */
  public static Subject of(Termination termination, Probe downstream, Hooks<Item> hooks) {
    return of(new SerialOperator<>(EmissionLoop.newRight(), termination, downstream, hooks));
  }

  /** Creates a serializer of the given parts, with another right than its own. */
  public static Subject of(
      EmissionRight right, Termination termination, Probe downstream, Fates fates) {
    return of(new SerialOperator<>(right, termination, downstream, fates.hooks()));
  }

  /**
   * Creates a serializer that makes a promise at every release. The process must have a barrier.
   */
  static Subject promising(Termination termination, Probe downstream, Fates fates) {
    SerialOperator<Item> emitter =
        new SerialOperator<>(EmissionLoop.newRight(), termination, downstream, fates.hooks());
    emitter.right.rehearse();
    return of(emitter);
  }

  /** Returns a subject of a serializer, which may have a broken step. */
  public static Subject of(SerialOperator<Item> emitter) {
    return new Subject(emitter, emitter, emitter::backlog);
  }
}
