package org.reactiveserializer.stress.broken;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Twin: a sink that does in two steps what must be one. Either an item is swapped into the queue
 * and linked only afterwards: a thread that stops in between hides later items. Or an end is marked
 * and signalled only afterwards: a thread that stops in between lets other threads see an end after
 * which items are still delivered.
 *
 * @param <T> the type of the items
 */
public final class TwoStepSink<T> implements Subscription {
  private final Subscriber<? super T> downstream;
  private final boolean linksLate;
  private final AtomicReference<Node<T>> tail;
  private final AtomicInteger wip = new AtomicInteger();
  private final AtomicLong demand = new AtomicLong();
  private final AtomicBoolean announced = new AtomicBoolean();
  private volatile boolean ending;
  private Node<T> head = new Node<>(null);
  private boolean ended;

  /** Creates a sink that is broken in one of the two ways. */
  public TwoStepSink(Subscriber<? super T> downstream, boolean linksLate) {
    this.downstream = downstream;
    this.linksLate = linksLate;
    tail = new AtomicReference<>(head);
    downstream.onSubscribe(this);
  }

  /** Emits an item. */
  public EmitOutcome tryEmit(T item) {
    if (linksLate ? announced.get() : ending) {
      return EmitOutcome.TERMINATED;
    }
    append(new Node<>(item));
    drain();
    return EmitOutcome.QUEUED;
  }

  private void append(Node<T> node) {
    if (linksLate) {
      tail.getAndSet(node).next.set(node);
      return;
    }
    while (true) {
      Node<T> last = Objects.requireNonNull(tail.get());
      if (last.next.compareAndSet(null, node)) {
        tail.compareAndSet(last, node);
        return;
      }
      Node<T> next = last.next.get();
      if (next != null) {
        tail.compareAndSet(last, next);
      }
    }
  }

  /** Completes. */
  public EmitOutcome tryComplete() {
    if (!announced.compareAndSet(false, true)) {
      return EmitOutcome.TERMINATED;
    }
    ending = true;
    drain();
    return EmitOutcome.QUEUED;
  }

  @Override
  public void request(long n) {
    demand.addAndGet(n);
    drain();
  }

  @Override
  public void cancel() {}

  private void drain() {
    if (wip.getAndIncrement() != 0) {
      return;
    }
    int missed = 1;
    do {
      pass();
      missed = wip.addAndGet(-missed);
    } while (missed != 0);
  }

  private void pass() {
    Node<T> next = head.next.get();
    while (next != null && demand.get() > 0) {
      demand.decrementAndGet();
      head = next;
      downstream.onNext(Objects.requireNonNull(next.item));
      next = head.next.get();
    }
    if (ending && next == null && tail.get() == head && !ended) {
      ended = true;
      downstream.onComplete();
    }
  }

  private static final class Node<T> {
    final @Nullable T item;
    final AtomicReference<@Nullable Node<T>> next = new AtomicReference<>();

    Node(@Nullable T item) {
      this.item = item;
    }
  }
}
