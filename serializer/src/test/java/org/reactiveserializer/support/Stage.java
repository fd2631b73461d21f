package org.reactiveserializer.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.operators.AbstractMulti;
import io.smallrye.mutiny.subscription.MultiSubscriber;
import java.util.Collections;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.testing.Elsewhere;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;

/** What the examples of the documentation use without a declaration, and what checks them. */
public abstract class Stage {
  private static final int ITEMS_OF_A_THREAD = 50;

  public int threads;

  private volatile @Nullable Runnable emission;
  private final AtomicInteger overlapping = new AtomicInteger();
  private final AtomicInteger unregistered = new AtomicInteger();
  private final AtomicInteger released = new AtomicInteger();

  protected final Integer item = 7;
  protected final RecordingSubscriber<Integer> downstream = unlimited();
  protected final Flow.Subscriber<Integer> flowSubscriber =
      FlowAdapters.toFlowSubscriber(downstream);

  /** These signal from several threads at once. */
  protected final Flowable<Integer> flowable =
      new Flowable<>() {
        @Override
        protected void subscribeActual(Subscriber<? super Integer> subscriber) {
          signal(subscriber);
        }
      };

  protected final Flux<Integer> flux =
      new Flux<>() {
        @Override
        public void subscribe(CoreSubscriber<? super Integer> subscriber) {
          signal(subscriber);
        }
      };

  protected final Multi<Integer> multi =
      new AbstractMulti<>() {
        @Override
        public void subscribe(MultiSubscriber<? super Integer> subscriber) {
          signal(FlowAdapters.toSubscriber(subscriber));
        }
      };

  protected final SerialSink<Integer> sink = Serializer.withDefaults().sink();

  protected final Publisher<Integer> publisher = flowable;
  protected final Flow.Publisher<Integer> flow = FlowAdapters.toFlowPublisher(publisher);

  protected final Publisher<Integer> a = this::signal;
  protected final Publisher<Integer> b = this::signal;
  protected final Publisher<Integer> c = this::signal;
  protected final Publisher<Long> ids = Flowable.just(1L);

  /** Each row is one of these. */
  protected record Row() {}

  protected Publisher<Row> query(Long id) {
    return Flowable.just(new Row());
  }

  /** The example, which the documentation has. */
  public abstract void example() throws Exception;

  /** Several threads call it, with {@link #all} items. */
  protected void register(Consumer<Integer> callback) {
    emit(() -> callback.accept(item));
  }

  protected void unregister() {
    unregistered.incrementAndGet();
  }

  protected void release(Integer discarded) {
    released.incrementAndGet();
  }

  /** Returns how many items the threads emit. */
  protected int all() {
    return threads * ITEMS_OF_A_THREAD;
  }

  /**
   * Runs {@code emission} {@link #all} times, on all threads. If there are several, one more thread
   * runs it while the first item is being delivered, so that the two overlap.
   */
  protected void emit(Runnable emission) {
    this.emission = emission;
    Runnable thread = () -> Collections.nCopies(ITEMS_OF_A_THREAD, emission).forEach(Runnable::run);
    Race.run(0, Stream.generate(() -> thread).limit(threads).toArray(Runnable[]::new));
  }

  private void signal(Subscriber<? super Integer> subscriber) {
    subscriber.onSubscribe(new RecordingSubscription());
    emit(() -> subscriber.onNext(item));
    subscriber.onComplete();
  }

  /** Asserts that so many items arrive from {@code stream}, while {@code emission} runs. */
  protected void expect(int count, Publisher<Integer> stream, Runnable emission) {
    RecordingSubscriber<Integer> subscriber = unlimited();
    stream.subscribe(subscriber);
    emit(emission);
    expect(count, subscriber);
  }

  protected void expect(int count, Publisher<Integer> stream) {
    RecordingSubscriber<Integer> subscriber = unlimited();
    stream.subscribe(subscriber);
    expect(count, subscriber);
  }

  protected void expect(int count, RecordingSubscriber<Integer> subscriber) {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (itemsOf(subscriber) < count + overlapping.get() && System.nanoTime() < deadline) {
      Thread.yield(); // an executor delivers
    }
    assertEquals(count + overlapping.getAndSet(0), itemsOf(subscriber));
    assertFalse(subscriber.overlapped());
    assertFalse(subscriber.signals().stream().anyMatch(Throwable.class::isInstance));
    assertEquals(0, released.get());
  }

  /** As {@code expect}, with two subscribers. */
  protected void expectTwice(int count, Publisher<Integer> stream, Runnable emission) {
    RecordingSubscriber<Integer> other = unlimited();
    stream.subscribe(other);
    expect(count, stream, emission);
    assertTrue(itemsOf(other) >= count);
  }

  /** As {@code expect}; and the callback is unregistered when the stream is cancelled. */
  protected void expectUnregistered(int count, Publisher<Integer> stream) {
    RecordingSubscriber<Integer> subscriber = unlimited();
    stream.subscribe(subscriber);
    expect(count, subscriber);
    assertEquals(0, unregistered.get());
    subscriber.subscription().cancel();
    assertEquals(1, unregistered.get());
  }

  /** Asserts that the queue was large enough. */
  protected void expectAccepted(Object result) {
    assertTrue(Stream.of("OK", "DELIVERED", "QUEUED").anyMatch(result.toString()::equals));
  }

  private long itemsOf(RecordingSubscriber<Integer> subscriber) {
    return subscriber.signals().stream().filter(item::equals).count();
  }

  private RecordingSubscriber<Integer> unlimited() {
    return new RecordingSubscriber<Integer>()
        .onSubscribe(subscription -> subscription.request(Long.MAX_VALUE))
        .onNext(first -> emitMeanwhile());
  }

  private void emitMeanwhile() {
    Runnable another = emission;
    if (another != null && threads > 1) {
      emission = null;
      overlapping.incrementAndGet();
      Elsewhere.run(another);
    }
  }
}
