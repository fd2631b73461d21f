package org.reactiveserializer.io.datagram;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.reactiveserializer.testing.Await;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Records the text of each datagram, releases it, and notices signals that overlap or follow the
 * end.
 */
class Recorder implements Subscriber<Datagram> {
  final List<String> texts = new CopyOnWriteArrayList<>();
  final List<String> faults = new CopyOnWriteArrayList<>();
  final List<Thread> threads = new CopyOnWriteArrayList<>();
  volatile Subscription subscription;
  volatile Throwable error;
  volatile int terminals;

  private final long demand;
  private final AtomicInteger inside = new AtomicInteger();
  private final AtomicInteger recorded = new AtomicInteger();

  Recorder(long demand) {
    this.demand = demand;
  }

  @Override
  public void onSubscribe(Subscription first) {
    subscription = first;
    if (demand > 0) {
      first.request(demand);
    }
  }

  @Override
  public void onNext(Datagram datagram) {
    enter();
    try {
      texts.add(Peer.text(datagram.payload()));
      got(datagram);
    } finally {
      recorded.incrementAndGet();
      inside.decrementAndGet();
    }
  }

  /** What a test does with a datagram. */
  void got(Datagram datagram) {
    datagram.release();
  }

  @Override
  public void onError(Throwable thrown) {
    enter();
    error = thrown;
    terminals++;
    inside.decrementAndGet();
  }

  @Override
  public void onComplete() {
    enter();
    terminals++;
    inside.decrementAndGet();
  }

  private void enter() {
    threads.add(Thread.currentThread());
    if (inside.getAndIncrement() != 0) {
      faults.add("signals overlap");
    }
    if (terminals != 0) {
      faults.add("a signal follows the end");
    }
  }

  /** Waits until {@code n} datagrams were recorded, and the test has done with them what it does. */
  void awaitTexts(int n) {
    Await.until(() -> recorded.get() >= n, () -> n + " datagrams, got " + recorded);
  }

  /** Waits until {@code n} datagrams have arrived; the test may be at work with the last one. */
  void awaitArrival(int n) {
    Await.until(() -> texts.size() >= n, () -> n + " datagrams, got " + texts.size());
  }

  void awaitEnd() {
    Await.until(() -> terminals != 0, () -> "the end");
  }
}
