package org.reactiveserializer.start;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Phaser;
import java.util.function.Consumer;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Breaks §1.3: two threads emit at the same time. Ignores demand. */
final class Pushing implements Publisher<Integer> {
  /** The number of items. One thread emits the first half, in order, the other one the second. */
  static final int ITEMS = 20_000;

  /** Emits all items from two threads, and returns when that is done. */
  static void push(Consumer<Integer> next) {
    Phaser start = new Phaser(2);
    CompletableFuture.allOf(
            CompletableFuture.runAsync(
                () -> push(start, 0, ITEMS / 2, next), task -> new Thread(task).start()),
            CompletableFuture.runAsync(
                () -> push(start, ITEMS / 2, ITEMS, next), task -> new Thread(task).start()))
        .join();
  }

  private static void push(Phaser start, int from, int to, Consumer<Integer> next) {
    start.arriveAndAwaitAdvance();
    for (int i = from; i < to; i++) {
      next.accept(i);
    }
  }

  @Override
  public void subscribe(Subscriber<? super Integer> subscriber) {
    subscriber.onSubscribe(
        new Subscription() {
          @Override
          public void request(long n) {}

          @Override
          public void cancel() {}
        });
    push(subscriber::onNext);
    subscriber.onComplete();
  }
}
