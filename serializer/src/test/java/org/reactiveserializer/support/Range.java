package org.reactiveserializer.support;

import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Publishes consecutive integers on the thread that requests them, and then completes. */
public record Range(int from, int count) implements Publisher<Integer> {

  @Override
  public void subscribe(Subscriber<? super Integer> subscriber) {
    Numbers numbers = new Numbers(subscriber);
    subscriber.onSubscribe(numbers);
    numbers.emit();
  }

  private final class Numbers implements Subscription {
    private final Subscriber<? super Integer> subscriber;
    private long requested;
    private int sent;
    private boolean emitting;
    private boolean over;

    Numbers(Subscriber<? super Integer> subscriber) {
      this.subscriber = subscriber;
    }

    @Override
    public void request(long n) {
      requested = requested + n < 0 ? Long.MAX_VALUE : requested + n;
      emit();
    }

    void emit() {
      if (emitting) {
        return;
      }
      emitting = true;
      while (!over && sent < count && sent < requested) {
        subscriber.onNext(from + sent++);
      }
      if (!over && sent == count) {
        over = true;
        subscriber.onComplete();
      }
      emitting = false;
    }

    @Override
    public void cancel() {
      over = true;
    }
  }
}
