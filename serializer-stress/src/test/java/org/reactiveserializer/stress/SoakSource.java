package org.reactiveserializer.stress;

import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.stress.support.Failure;
import org.reactiveserializer.stress.support.TestUpstream;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A source of a tree, for one subscriber: follows the rules, and records whether too much is
 * requested of it. Emits on the thread that requests, or on the workers, one item after the other.
 */
final class SoakSource<T> implements Publisher<T>, Subscription, Runnable {
  /** What the source does after its elements. */
  enum End {
    COMPLETES,
    FAILS,
    /** Does not end: only a cancellation ends it. */
    RESTS
  }

  private final AtomicInteger wakes = new AtomicInteger();
  private final AtomicInteger excesses = new AtomicInteger();
  private final TestUpstream account = new TestUpstream();
  private final MergeTree tree;
  private final List<T> elements;
  private final Consumer<T> preparation;
  private final End end;
  private final Failure failure;
  private final long limit;
  private final boolean asynchronous;
  private final int burst;

  private volatile @Nullable Subscriber<? super T> subscriber;
  private volatile int sent;
  private volatile boolean ended;

  /**
   * Creates a source.
   *
   * @param preparation called with each element by the thread that sends it, before it does
   * @param limit the maximum demand beyond the elements sent
   */
  SoakSource(
      MergeTree tree,
      List<T> elements,
      Consumer<T> preparation,
      End end,
      int limit,
      Random random) {
    this.tree = tree;
    this.elements = elements;
    this.preparation = preparation;
    this.end = end;
    this.limit = limit == Integer.MAX_VALUE ? Long.MAX_VALUE : limit;
    this.asynchronous = random.nextBoolean();
    this.burst = 1 + random.nextInt(20);
    this.failure =
        random.nextBoolean()
            ? Failure.suppressing("signalled by a source")
            : new Failure("signalled by a source");
  }

  @Override
  public void subscribe(Subscriber<? super T> arrived) {
    if (subscriber != null) {
      throw new IllegalStateException("subscribed to twice");
    }
    subscriber = arrived;
    arrived.onSubscribe(this);
    wake();
  }

  @Override
  public void request(long n) {
    account.request(n);
    if (n <= 0 || account.requested() - sent > limit) {
      excesses.getAndIncrement();
    }
    wake();
  }

  @Override
  public void cancel() {
    account.cancel();
  }

  private void wake() {
    if (wakes.getAndIncrement() == 0) {
      if (asynchronous) {
        tree.execute(this);
      } else {
        run();
      }
    }
  }

  /** Emits the requested elements. Called through {@link #wake}. */
  @Override
  public void run() {
    Subscriber<? super T> downstream = subscriber;
    if (downstream == null) {
      throw new IllegalStateException("no subscriber");
    }
    int budget = burst;
    int seen = wakes.get();
    do {
      while (isRunning() && sent < elements.size() && sent < account.requested()) {
        if (asynchronous && budget-- == 0) {
          tree.execute(this); // perhaps on another thread
          return;
        }
        T element = elements.get(sent);
        sent++;
        preparation.accept(element);
        tree.call(() -> downstream.onNext(element));
      }
      if (isRunning() && sent == elements.size() && end != End.RESTS) {
        ended = true;
        tree.call(() -> end(downstream));
      }
      seen = wakes.addAndGet(-seen);
    } while (seen != 0);
  }

  private void end(Subscriber<? super T> downstream) {
    if (end == End.COMPLETES) {
      downstream.onComplete();
    } else {
      tree.fails(failure);
      downstream.onError(failure);
    }
  }

  /** Returns whether it was subscribed to, and neither ended nor was cancelled. */
  boolean isRunning() {
    return subscriber != null && !ended && account.cancellations() == 0;
  }

  @Override
  public String toString() {
    return (asynchronous ? "a" : "s") + elements.size() + (end == End.COMPLETES ? "" : end);
  }

  /** Returns whether it signalled all its elements and its end. */
  boolean isOver() {
    return ended;
  }

  /** Returns the elements that it sent. */
  List<T> sent() {
    return elements.subList(0, sent);
  }

  /** Returns how many elements it has not sent. */
  int unsent() {
    return elements.size() - sent;
  }

  /** Returns how often too much was requested of it, or it was cancelled again. */
  int excesses() {
    return excesses.get() + Math.max(0, account.cancellations() - 1);
  }
}
