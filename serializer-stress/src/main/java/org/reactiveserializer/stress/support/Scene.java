package org.reactiveserializer.stress.support;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.internal.barrier.Barriers;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.ending.Termination;
import org.reactiveserializer.internal.right.BiasedRight;
import org.reactiveserializer.internal.right.EmissionRight;
import org.reactivestreams.Subscriber;

/**
 * A subject between its downstream, its hooks and those who push. Its methods may be called by any
 * thread, and keep what the subject throws.
 */
public final class Scene {
  private final AtomicInteger thrown = new AtomicInteger();
  private final AtomicInteger strange = new AtomicInteger();
  private final Fates fates;
  private final Probe probe;
  private final Subject subject;

  private Scene(Probe probe, Fates fates, Maker maker) {
    this.fates = fates;
    this.probe = probe;
    this.subject = maker.make(probe, fates);
  }

  /** Sets up the library's own class. */
  public static Scene sound(ErrorMode mode, Probe probe) {
    return of(sound(mode), probe);
  }

  /** Makes the library's own class. */
  public static Maker sound(ErrorMode mode) {
    return (downstream, fates) -> Subject.sound(mode, downstream, fates);
  }

  /** Sets up one that makes a promise whenever it is left. */
  public static Scene biased(ErrorMode mode, Probe probe) {
    return Barriers.OF_THIS_PROCESS == null
        ? broken(new BiasedRight(Barriers.orSafepoint(), 0), mode, probe) // its own makes none here
        : of(
            (downstream, fates) -> Subject.promising(termination(mode), downstream, fates), probe);
  }

  /** Sets up one with a broken right. */
  public static Scene broken(EmissionRight right, ErrorMode mode, Probe probe) {
    return of(broken(right, mode), probe);
  }

  /** Makes one with a broken right. */
  public static Maker broken(EmissionRight right, ErrorMode mode) {
    return (downstream, fates) -> Subject.of(right, termination(mode), downstream, fates);
  }

  /** Makes one with broken hooks. */
  public static Maker broken(Function<Fates, Hooks<Item>> hooks, ErrorMode mode) {
    return (downstream, fates) ->
        Subject.of(termination(mode), downstream, hooks.apply(fates));
  }

  /** Sets up one with a broken termination. */
  public static Scene broken(Termination termination, Probe probe) {
    return of(
        (downstream, fates) -> Subject.of(termination, downstream, fates.hooks()), probe);
  }

  /** Sets up another one. */
  public static Scene of(Maker maker, Probe probe) {
    return of(maker, probe, new Fates());
  }

  /** Sets up another one, with hooks of one's own. */
  public static Scene of(Maker maker, Probe probe, Fates fates) {
    return new Scene(probe, fates, maker);
  }

  private static Termination termination(ErrorMode mode) {
    return mode == ErrorMode.IMMEDIATE ? Termination.immediate() : Termination.delayed();
  }

  /** Writes the item's payload and pushes the item. */
  public void next(Item item) {
    try {
      subject.signals().onNext(item.filled());
    } catch (RuntimeException caught) {
      note(caught);
    }
  }

  /** Pushes a completion. */
  public void complete() {
    try {
      subject.signals().onComplete();
    } catch (RuntimeException caught) {
      note(caught);
    }
  }

  /** Pushes an error. */
  public void fail(Failure error) {
    try {
      subject.signals().onError(error);
    } catch (RuntimeException caught) {
      note(caught);
    }
  }

  /** Brings an upstream. */
  public void subscribe(TestUpstream upstream) {
    try {
      subject.signals().onSubscribe(upstream);
    } catch (RuntimeException caught) {
      note(caught);
    }
  }

  /** Asks for more. */
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

  /** Makes a call that none of the others is. */
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

  /** Returns what producers call, for those who want nothing around the call. */
  public Subscriber<Item> signals() {
    return subject.signals();
  }

  /** Returns the downstream. */
  public Probe probe() {
    return probe;
  }

  /** Returns what became of what was not delivered. */
  public Fates fates() {
    return fates;
  }

  /** Returns how many calls ended with what the downstream threw. */
  public int thrown() {
    return thrown.get();
  }

  /** Returns how many calls ended with something else thrown, which is always wrong. */
  public int strange() {
    return strange.get();
  }

  /** Returns how many items wait. */
  public int backlog() {
    return subject.backlog().getAsInt();
  }

  /** Wires a subject. */
  @FunctionalInterface
  public interface Maker {
    /** Makes the subject before {@code downstream}, with the hooks of {@code fates}. */
    Subject make(Probe downstream, Fates fates);
  }
}
