package org.reactiveserializer.stress.support;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.internal.barrier.Barriers;
import org.reactiveserializer.internal.drain.BiasedState;
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.ending.Termination;
import org.reactivestreams.Subscriber;

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
  }

  /** Creates a scene with the library's serializer. */
  public static Scene sound(ErrorMode mode, Probe probe) {
    return of(sound(mode), probe);
  }

  /** Returns a factory of the library's serializer. */
  public static Maker sound(ErrorMode mode) {
    return (downstream, outcomes) -> Subject.sound(mode, downstream, outcomes);
  }

  /** Creates a scene whose state makes a promise at every release. */
  public static Scene biased(ErrorMode mode, Probe probe) {
    return broken(new BiasedState(Barriers.orSafepoint(), 0), mode, probe);
  }

  /** Creates a scene with a broken state. */
  public static Scene broken(DrainState drain, ErrorMode mode, Probe probe) {
    return of(broken(drain, mode), probe);
  }

  /** Returns a factory with a broken state. */
  public static Maker broken(DrainState drain, ErrorMode mode) {
    return (downstream, outcomes) -> Subject.of(drain, termination(mode), downstream, outcomes);
  }

  /** Returns a factory with broken hooks. */
  public static Maker broken(Function<Fates, Hooks<Item>> hooks, ErrorMode mode) {
    return (downstream, outcomes) ->
        Subject.of(termination(mode), downstream, hooks.apply(outcomes));
  }

  /** Creates a scene with a broken termination. */
  public static Scene broken(Termination termination, Probe probe) {
    return of(
        (downstream, outcomes) -> Subject.of(termination, downstream, outcomes.hooks()), probe);
  }

  /** Creates a scene with the subject of a factory. */
  public static Scene of(Maker maker, Probe probe) {
    return of(maker, probe, new Fates());
  }

  /** Creates a scene with the subject of a factory, and with given hooks. */
  public static Scene of(Maker maker, Probe probe, Fates outcomes) {
    return new Scene(probe, outcomes, maker);
  }

  private static Termination termination(ErrorMode mode) {
    return mode == ErrorMode.IMMEDIATE ? Termination.immediate() : Termination.delayed();
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

  /** Composes a subject. */
  @FunctionalInterface
  public interface Maker {
    /** Creates the subject in front of {@code downstream}, with the hooks of {@code outcomes}. */
    Subject make(Probe downstream, Fates outcomes);
  }
}
