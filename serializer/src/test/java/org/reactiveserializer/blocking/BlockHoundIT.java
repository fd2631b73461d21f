package org.reactiveserializer.blocking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.reactivex.rxjava3.core.Flowable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Merge;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.SerialSubscriber;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.flow.FlowSerializer;
import org.reactiveserializer.mutiny.MutinySerializer;
import org.reactiveserializer.mutiny.SerialEmitter;
import org.reactiveserializer.reactor.ReactorSerializer;
import org.reactiveserializer.rxjava3.RxSerializer;
import org.reactiveserializer.rxjava3.SerialProcessor;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

/**
 * No call of the library blocks, except the emission with a time limit. Checked by BlockHound,
 * whose agent rewrites the JDK: therefore a separate step of the build runs this test in a separate
 * virtual machine.
 */
class BlockHoundIT {
  private static final int ITEMS = 20_000;
  private static final int PRODUCERS = 3;

  @BeforeAll
  static void install() {
    Watched.install();
  }

  @Test
  void detectsThatTheEmissionWithATimeLimitBlocks() {
    SerialSink<Integer> sink = Serializer.<Integer>withDefaults().bounded(1, Overflow.ERROR).sink();
    assertEquals(EmitOutcome.QUEUED, sink.tryEmit(0));
    List<String> calls =
        Watched.blockingCalls(
            () -> assertEquals(EmitOutcome.OVERFLOW, sink.emit(1, Duration.ofSeconds(1))));
    assertTrue(calls.stream().anyMatch(call -> call.contains("park")), calls::toString);
  }

  @Test
  void detectsADownstreamThatBlocks() {
    Downstream waiting =
        new Downstream() {
          @Override
          public void onNext(Integer item) {
            awaitNothing();
          }
        };
    SerialSubscriber<Integer> serialized = Serializer.<Integer>withDefaults().wrap(waiting);
    List<String> calls = Watched.blockingCalls(() -> serialized.onNext(1));
    assertTrue(calls.stream().anyMatch(call -> call.contains("park")), calls::toString);
  }

  static Stream<Serializer<Integer>> settings() {
    return Stream.of(
            Serializer.<Integer>withDefaults(),
            Serializer.<Integer>withDefaults().bounded(100, Overflow.ERROR),
            Serializer.<Integer>withDefaults().bounded(100, Overflow.DROP_OLDEST),
            Serializer.<Integer>withDefaults().bounded(100, Overflow.DROP_NEWEST))
        .flatMap(s -> Stream.of(s, s.errors(ErrorMode.DELAYED)))
        .map(settings -> settings.onDiscard(item -> {}).onErrorDropped(error -> {}));
  }

  @ParameterizedTest
  @MethodSource("settings")
  void subscriber(Serializer<Integer> settings) {
    SerialSubscriber<Integer> serialized = settings.wrap(new Downstream());
    serialized.onSubscribe(new NoUpstream());
    doesNotBlock(
        serialized::onNext,
        () -> {
          serialized.onError(new IllegalStateException("the end"));
          serialized.onComplete();
          serialized.cancel();
        });
  }

  @Test
  void aDownstreamThatThrows() {
    SerialSubscriber<Integer> serialized =
        Serializer.<Integer>withDefaults()
            .onDiscard(item -> {})
            .onErrorDropped(error -> {})
            .wrap(
                new Downstream() {
                  @Override
                  public void onNext(Integer item) {
                    if (item == ITEMS / 2) {
                      throw new IllegalStateException("the test's");
                    }
                  }
                });
    serialized.onSubscribe(new NoUpstream());
    doesNotBlock(
        item -> {
          try {
            serialized.onNext(item);
          } catch (IllegalStateException thrown) {
            assertEquals("the test's", thrown.getMessage());
          }
        },
        () -> {});
  }

  @ParameterizedTest
  @MethodSource("settings")
  void drainLimit(Serializer<Integer> settings) {
    Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    SerialSubscriber<Integer> serialized =
        settings.drainLimit(10, tasks::add).wrap(new Downstream());
    serialized.onSubscribe(new NoUpstream());
    doesNotBlock(
        item -> {
          serialized.onNext(item);
          Runnable task = tasks.poll();
          if (task != null) {
            task.run();
          }
        },
        serialized::onComplete);
  }

  @ParameterizedTest
  @MethodSource("settings")
  void sink(Serializer<Integer> settings) {
    SerialSink<Integer> sink = settings.sink();
    Downstream downstream = new Downstream(1);
    sink.subscribe(downstream);
    doesNotBlock(
        item -> {
          sink.tryEmit(item);
          downstream.request(item % 3);
        },
        () -> {
          assertTrue(sink.backlog() >= 0 && sink.requested() >= 0);
          assertFalse(sink.stats().toString().isEmpty());
          sink.tryComplete();
          sink.tryFail(new IllegalStateException("too late"));
          downstream.cancel();
        });
  }

  @Test
  void operator() {
    Raw raw = new Raw();
    Serializer.<Integer>withDefaults().serialize(raw).subscribe(new Downstream());
    doesNotBlock(raw::next, raw::complete);
  }

  @Test
  void merge() {
    List<Raw> sources = new ArrayList<>();
    for (int i = 0; i < PRODUCERS; i++) {
      sources.add(new Raw());
    }
    Downstream downstream = new Downstream(10);
    Merge.withDefaults()
        .concurrency(PRODUCERS)
        .prefetch(ITEMS)
        // The default logs, which blocks. Errors are dropped because the other producers go on
        // after the end.
        .onErrorDropped(error -> {})
        .of(sources)
        .subscribe(downstream);
    doesNotBlock(
        item -> {
          sources.get(item % PRODUCERS).next(item);
          downstream.request(1 + item % 2);
        },
        () -> sources.forEach(Raw::complete));
  }

  @Test
  void flatMap() {
    Raw outer = new Raw();
    Merge.withDefaults()
        .concurrency(ITEMS)
        .onDiscard(item -> {})
        .onErrorDropped(error -> {})
        .flatMap(outer, number -> Serializer.<Integer>withDefaults().serialize(new One(number)))
        .subscribe(new Downstream());
    // The outer source must be serial itself.
    assertEquals(
        List.of(),
        Watched.blockingCalls(
            () -> {
              for (int i = 0; i < ITEMS; i++) {
                outer.next(i);
              }
              outer.complete();
            }));
  }

  @Test
  void flow() {
    Raw raw = new Raw();
    FlowSerializer.serialize(FlowAdapters.toFlowPublisher(raw))
        .subscribe(FlowAdapters.toFlowSubscriber(new Downstream()));
    doesNotBlock(raw::next, raw::complete);
  }

  @Test
  void rxJava() {
    Raw raw = new Raw();
    Flowable.fromPublisher(raw).compose(RxSerializer.serialize()).subscribe(new Downstream());
    doesNotBlock(raw::next, raw::complete);
    SerialProcessor<Integer> processor = RxSerializer.processor();
    processor.subscribe(new Downstream());
    doesNotBlock(processor::onNext, processor::onComplete);
  }

  @Test
  void reactor() {
    Raw raw = new Raw();
    Flux.from(raw).transform(ReactorSerializer.serialize()).subscribe(new Downstream());
    doesNotBlock(raw::next, raw::complete);
    Sinks.Many<Integer> many = ReactorSerializer.many();
    many.asFlux().subscribe(new Downstream());
    doesNotBlock(many::tryEmitNext, many::tryEmitComplete);
  }

  @Test
  void mutiny() {
    SerialEmitter<Integer> emitter = MutinySerializer.emitter();
    emitter.toMulti().subscribe(FlowAdapters.toFlowSubscriber(new Downstream()));
    doesNotBlock(emitter::emit, emitter::complete);
  }

  /** Several producers emit at the same time; one of them then ends the stream. */
  private static void doesNotBlock(Consumer<Integer> emit, Runnable end) {
    Runnable[] producers = new Runnable[PRODUCERS];
    for (int i = 0; i < PRODUCERS; i++) {
      boolean last = i == 0;
      producers[i] =
          () -> {
            for (int item = 0; item < ITEMS; item++) {
              emit.accept(item);
            }
            if (last) {
              end.run();
            }
          };
    }
    assertEquals(List.of(), Watched.blockingCalls(producers));
  }

  /** Blocks for a moment: no thread counts the latch down. */
  private static void awaitNothing() {
    try {
      assertFalse(
          new CountDownLatch(1).await(1, TimeUnit.SECONDS)); // a slow machine must not miss it
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static class Downstream implements Subscriber<Integer> {
    private final long demand;
    private final AtomicLong delivered = new AtomicLong();
    private volatile Subscription upstream = new NoUpstream();

    Downstream() {
      this(Long.MAX_VALUE);
    }

    Downstream(long demand) {
      this.demand = demand;
    }

    void request(int n) {
      if (n > 0) {
        upstream.request(n);
      }
    }

    void cancel() {
      upstream.cancel();
    }

    @Override
    public void onSubscribe(Subscription subscription) {
      upstream = subscription;
      subscription.request(demand);
    }

    @Override
    public void onNext(Integer item) {
      delivered.getAndIncrement();
    }

    @Override
    public void onError(Throwable error) {}

    @Override
    public void onComplete() {}
  }

  private static final class NoUpstream implements Subscription {
    @Override
    public void request(long n) {}

    @Override
    public void cancel() {}
  }

  /** Passes on the items of any thread, in violation of the specification. */
  private static final class Raw implements Publisher<Integer> {
    private volatile Subscriber<? super Integer> subscriber = new Downstream();

    @Override
    public void subscribe(Subscriber<? super Integer> downstream) {
      subscriber = downstream;
      downstream.onSubscribe(new NoUpstream());
    }

    void next(int item) {
      subscriber.onNext(item);
    }

    void complete() {
      subscriber.onComplete();
    }
  }

  private record One(Integer item) implements Publisher<Integer> {
    @Override
    public void subscribe(Subscriber<? super Integer> downstream) {
      downstream.onSubscribe(new NoUpstream());
      downstream.onNext(item);
      downstream.onComplete();
    }
  }
}
