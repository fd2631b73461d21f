package org.reactiveserializer.stress.stopped;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The downstream and the hooks: records everything, and keeps the emitter inside {@code onNext}
 * until it is released.
 */
final class Recorder implements Subscriber<Item> {
  private final List<Item> delivered = new ArrayList<>();
  private final List<Item> discarded = new ArrayList<>();
  private final List<Throwable> dropped = new ArrayList<>();
  private final List<String> violations = new ArrayList<>();
  private final AtomicInteger inside = new AtomicInteger();
  private final CountDownLatch entered = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);
  private @Nullable Subscription subscription;
  private @Nullable Object terminal;
  private int through;
  private volatile boolean emitterInside;
  private final long atOnce;
  private long requestedAtOnce;

  /** Creates a recorder that requests {@code atOnce} items when it receives its subscription. */
  Recorder(long atOnce) {
    this.atOnce = atOnce;
  }

  @Override
  public void onSubscribe(Subscription arrived) {
    enter();
    synchronized (this) {
      subscription = arrived;
      passed("onSubscribe");
    }
    if (atOnce > 0) {
      arrived.request(atOnce);
      synchronized (this) {
        requestedAtOnce = atOnce;
      }
    }
    inside.decrementAndGet();
  }

  @Override
  public void onNext(Item item) {
    enter();
    synchronized (this) {
      passed(item);
      delivered.add(item);
    }
    if (item.by() == Who.EMITTER && item.number() == 1) {
      emitterInside = true;
      entered.countDown();
      Actors.await(released, "the release of the emitter");
    }
    inside.decrementAndGet();
  }

  @Override
  public void onError(Throwable error) {
    end(error);
  }

  @Override
  public void onComplete() {
    end("onComplete");
  }

  private void end(Object signal) {
    enter();
    synchronized (this) {
      passed(signal);
      terminal = signal;
    }
    inside.decrementAndGet();
  }

  private void enter() {
    if (inside.getAndIncrement() != 0) {
      synchronized (this) {
        violations.add("two signals at the same time (§1.3)");
      }
    }
  }

  private void passed(Object signal) {
    if (terminal != null) {
      violations.add(signal + " after the terminal signal " + terminal);
    }
    if (!Actors.isVictim()) {
      through++;
    }
  }

  /** The discard hook. */
  synchronized void discard(Item item) {
    discarded.add(item);
  }

  /** The dropped-error hook. */
  synchronized void drop(Throwable error) {
    dropped.add(error);
  }

  /** Called when the call of the emitter has returned, which may never have been inside. */
  void emitterReturned() {
    entered.countDown();
  }

  boolean isEmitterInside() {
    return emitterInside;
  }

  void awaitEmitter() {
    Actors.await(entered, "the emitter to enter the downstream");
  }

  void release() {
    released.countDown();
  }

  synchronized @Nullable Subscription subscription() {
    return subscription;
  }

  synchronized @Nullable Object terminal() {
    return terminal;
  }

  synchronized long requestedAtOnce() {
    return requestedAtOnce;
  }

  /** Returns how many signals other threads than the victim delivered. */
  synchronized int through() {
    return through;
  }

  synchronized List<Item> delivered() {
    return List.copyOf(delivered);
  }

  synchronized List<Item> discarded() {
    return List.copyOf(discarded);
  }

  synchronized List<Throwable> dropped() {
    return List.copyOf(dropped);
  }

  synchronized List<String> violations() {
    return List.copyOf(violations);
  }
}
