package org.reactiveserializer.io.internal.datagram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerializedSink;
import org.reactiveserializer.Serializer;

/** An emitting thread against an executor of several threads: every item once, in order, and no standstill. */
class ExecutorHopStressTest {
  private static final int ITEMS = 200_000;
  private static final long STANDSTILL_SECONDS = 20;

  private final ExecutorService executor = Executors.newFixedThreadPool(3);

  @AfterEach
  void close() {
    executor.shutdown();
  }

  /** Returns what went wrong, or an empty text. */
  private String run(
      int items, long standstillSeconds, Function<Subscriber<Integer>, ExecutorHop<Integer>> factory)
      throws InterruptedException {
    SerializedSink<Integer> sink = Serializer.<Integer>bounded(1_000, Overflow.DROP_NEWEST).sink();
    Checker checker = new Checker();
    factory.apply(checker).connect(publisher(sink));
    AtomicBoolean stop = new AtomicBoolean();
    Thread producer =
        new Thread(
            () -> {
              for (int i = 0; i < items && !stop.get(); ) {
                if (sink.tryEmit(i).isAccepted()) {
                  i++;
                } else {
                  Thread.yield();
                }
              }
              sink.tryComplete();
            });
    producer.start();
    boolean ended = checker.ended.await(standstillSeconds, TimeUnit.SECONDS);
    stop.set(true);
    producer.join();
    if (!ended) {
      return "standstill after " + checker.next;
    }
    return checker.next == items || !checker.fault.isEmpty() ? checker.fault : "ended after " + checker.next;
  }

  private static Publisher<Integer> publisher(SerializedSink<Integer> sink) {
    return sink.asPublisher();
  }

  @Test
  void deliversEveryItemOnceInOrder() throws InterruptedException {
    for (int i = 0; i < 5; i++) {
      assertEquals("", run(ITEMS, STANDSTILL_SECONDS, checker -> new ExecutorHop<>(checker, executor, item -> {})));
    }
  }

  @Test
  void theTestNoticesASignalBeforeTheItem() throws InterruptedException {
    String fault = "";
    for (int i = 0; i < 500 && fault.isEmpty(); i++) {
      fault =
          run(
              20_000,
              1,
              checker ->
                  new ExecutorHop<>(checker, executor, item -> {}) {
                    @Override
                    public void onNext(Integer item) {
                      signal();
                      Thread.yield();
                      publish(item);
                    }
                  });
    }
    assertNotEquals("", fault);
  }

  @Test
  void theTestNoticesARunnerThatLeavesWithoutALook() throws InterruptedException {
    String fault = "";
    for (int i = 0; i < 500 && fault.isEmpty(); i++) {
      fault =
          run(
              20_000,
              1,
              checker ->
                  new ExecutorHop<>(checker, executor, item -> {}) {
                    @Override
                    boolean tryLeave() {
                      state.set(IDLE);
                      return true;
                    }
                  });
    }
    assertNotEquals("", fault);
  }

  /** Its fields are plain: each signal must happen-before the next. */
  private static final class Checker implements Subscriber<Integer> {
    int next;
    volatile String fault = "";
    final CountDownLatch ended = new CountDownLatch(1);
    private Subscription subscription;
    private int unused;

    @Override
    public void onSubscribe(Subscription first) {
      subscription = first;
      unused = 10;
      first.request(10);
    }

    @Override
    public void onNext(Integer item) {
      if (item != next) {
        fault = "expected " + next + ", got " + item;
      }
      next++;
      if (--unused == 0) {
        unused = 1 + next % 100;
        subscription.request(unused);
      }
    }

    @Override
    public void onError(Throwable error) {
      fault = "failed: " + error;
      ended.countDown();
    }

    @Override
    public void onComplete() {
      ended.countDown();
    }
  }
}
