package org.reactiveserializer.stress.support;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.SerialSubscriber;
import org.reactiveserializer.Serializer;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A subject with its downstream and its hooks. Its methods may be called by any thread, and record
 * exceptions of the subject.
 */
public final class Scene {
  private final AtomicInteger thrown = new AtomicInteger();
  private final AtomicInteger strange = new AtomicInteger();
  private final Fates outcomes;
  private final Probe probe;
  private final Subject subject;

  private Scene(Probe probe, Fates outcomes, Maker maker) {
    this.outcomes = outcomes;
    this.probe = probe;
    this.subject = maker.make(probe, outcomes);
    HandOver.atOnce(subject.signals());
  }

  /** Creates a scene with a serializer. */
  public static Scene of(ErrorMode mode, Probe probe) {
    return of(serializer(mode), probe, new Fates());
  }

  /** Returns a factory of serializers. */
  public static Maker serializer(ErrorMode mode) {
    return (downstream, outcomes) -> {
      SerialSubscriber<Item> made =
          Serializer.<Item>withDefaults()
              .errors(mode)
              .onDiscard(outcomes::discard)
              .onErrorDropped(outcomes::drop)
              .wrap(downstream);
      return new Subject(made, made, made::backlog);
    };
  }

  /** Creates a scene with the subject of a factory, and with given hooks. */
  public static Scene of(Maker maker, Probe probe, Fates outcomes) {
    return new Scene(probe, outcomes, maker);
  }

  /** Writes the item's payload and emits the item. */
  public void next(Item item) {
    try {
      subject.signals().onNext(item.filled());
    } catch (RuntimeException caught) {
      note(caught);
    }
  }

  /** Completes. */
  public void complete() {
    try {
      subject.signals().onComplete();
    } catch (RuntimeException caught) {
      note(caught);
    }
  }

  /** Fails. */
  public void fail(Failure error) {
    try {
      subject.signals().onError(error);
    } catch (RuntimeException caught) {
      note(caught);
    }
  }

  /** Passes an upstream's subscription to the subject. */
  public void subscribe(TestUpstream upstream) {
    try {
      subject.signals().onSubscribe(upstream);
    } catch (RuntimeException caught) {
      note(caught);
    }
  }

  /** Requests {@code n} more items. */
  public void request(long n) {
    try {
      subject.control().request(n);
    } catch (RuntimeException caught) {
      note(caught);
    }
  }

  /** Cancels. */
  public void cancel() {
    try {
      subject.control().cancel();
    } catch (RuntimeException caught) {
      note(caught);
    }
  }

  /** Runs a signal for which there is no method here. */
  public void call(Runnable signal) {
    try {
      signal.run();
    } catch (RuntimeException caught) {
      note(caught);
    }
  }

  private void note(RuntimeException caught) {
    (caught instanceof Failure ? thrown : strange).getAndIncrement();
  }

  /** Returns what producers call, for tests that need nothing around the call. */
  public Subscriber<Item> signals() {
    return subject.signals();
  }

  /** Returns the downstream. */
  public Probe probe() {
    return probe;
  }

  /** Returns the record of discarded items and dropped errors. */
  public Fates outcomes() {
    return outcomes;
  }

  /** Returns how many calls threw the exception of the downstream. */
  public int thrown() {
    return thrown.get();
  }

  /** Returns how many calls threw anything else, which is always a fault. */
  public int strange() {
    return strange.get();
  }

  /** Returns how many items wait. */
  public int backlog() {
    return subject.backlog().getAsInt();
  }

  /**
   * What a test calls.
   *
   * @param signals what producers and the upstream call
   * @param control what the downstream calls
   * @param backlog returns how many items wait
   */
  public record Subject(Subscriber<Item> signals, Subscription control, IntSupplier backlog) {}

  /** Composes a subject. */
  @FunctionalInterface
  public interface Maker {
    /** Creates the subject in front of {@code downstream}, with the hooks of {@code outcomes}. */
    Subject make(Probe downstream, Fates outcomes);
  }
}
