package org.reactiveserializer.internal.operator;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Feeds a target that passes on each item to many subscribers. If one of them throws (§2.13), the
 * stream ends for all: the target gets what it threw as its error, and so does the producer.
 *
 * <p>A target may have a loop of its own, which an exception would leave in the middle; then the other
 * subscribers would wait for ever. So what a {@link Guarded} subscriber throws is kept until the target
 * has returned. (A subscriber that was subscribed to the target itself has no guard. Its exception
 * arrives here by the target, which then perhaps cannot pass on the error.)
 *
 * @param <T> the type of the items
 */
public final class ToMany<T> implements Subscriber<T> {
  private final Subscriber<? super T> target;
  private final Consumer<? super Throwable> drop;
  private final AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();

  // Set before the last look at what was thrown: who throws adds that, and then looks for this.
  private volatile boolean ended;

  /** Creates a subscriber that feeds {@code target}; {@code drop} gets what that throws at its end. */
  public ToMany(Subscriber<? super T> target, Consumer<? super Throwable> drop) {
    this.target = target;
    this.drop = drop;
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    target.onSubscribe(subscription);
  }

  @Override
  public void onNext(T item) {
    try {
      target.onNext(item);
      Throwable ofSubscriber = thrown.get(); // of another thread: perhaps only after the next item
      if (ofSubscriber != null) {
        throw Bridges.<RuntimeException>same(ofSubscriber);
      }
    } catch (Throwable reason) {
      ended = true;
      if (thrown.get() != reason) { // one that has subscribed to the target itself threw, too
        dropThrown();
      }
      try {
        target.onError(reason);
      } catch (Throwable another) {
        drop.accept(another);
      }
      throw reason;
    }
  }

  @Override
  public void onError(Throwable error) {
    ended = true;
    dropThrown();
    target.onError(error);
  }

  private void dropThrown() {
    Throwable ofSubscriber = thrown.getAndSet(null);
    if (ofSubscriber != null) {
      drop.accept(ofSubscriber);
    }
  }

  @Override
  public void onComplete() {
    ended = true;
    Throwable ofSubscriber = thrown.getAndSet(null);
    if (ofSubscriber == null) {
      target.onComplete();
    } else {
      target.onError(ofSubscriber);
    }
  }

  /**
   * One of the subscribers of the target. Once it has thrown it gets nothing more, and its subscription
   * is cancelled. Not final: a bridge adds what its library requires of a subscriber.
   *
   * @param <T> the type of the items
   */
  public static class Guarded<T> implements Subscriber<T> {
    private final Subscriber<? super T> downstream;
    private final ToMany<?> front;

    // By the thread that signals; they do so serially (§1.3).
    private @Nullable Subscription subscription;
    private boolean left;

    /** Creates a guard of {@code downstream}, to be subscribed to the target of {@code front}. */
    public Guarded(Subscriber<? super T> downstream, ToMany<?> front) {
      this.downstream = downstream;
      this.front = front;
    }

    @Override
    public void onSubscribe(Subscription first) {
      subscription = first;
      downstream.onSubscribe(first);
    }

    @Override
    public void onNext(T item) {
      if (!left) {
        try {
          downstream.onNext(item);
        } catch (Throwable ofSubscriber) {
          leave(ofSubscriber);
        }
      }
    }

    private void leave(Throwable ofSubscriber) {
      left = true;
      if (!front.thrown.compareAndSet(null, ofSubscriber)) {
        front.drop.accept(ofSubscriber);
      } else if (front.ended) {
        front.dropThrown(); // nobody else will look
      }
      if (subscription != null) {
        subscription.cancel();
      }
    }

    @Override
    public void onError(Throwable error) {
      end(() -> downstream.onError(error));
    }

    @Override
    public void onComplete() {
      end(downstream::onComplete);
    }

    private void end(Runnable signal) {
      if (!left) {
        try {
          signal.run();
        } catch (Throwable ofSubscriber) { // the others must get their end
          front.drop.accept(ofSubscriber);
        }
      }
    }
  }
}
