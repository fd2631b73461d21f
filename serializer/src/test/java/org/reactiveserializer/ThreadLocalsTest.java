package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.context.ContextRegistry;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.processors.PublishProcessor;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.operators.multi.processors.BroadcastProcessor;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactiveserializer.mutiny.MutinySerializer;
import org.reactiveserializer.mutiny.SerialEmitter;
import org.reactiveserializer.reactor.ReactorSerializer;
import org.reactiveserializer.reactor.SerialMany;
import org.reactiveserializer.rxjava3.RxSerializer;
import org.reactiveserializer.rxjava3.SerialProcessor;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.testing.Elsewhere;
import org.reactivestreams.Subscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

/**
 * An item that another thread delivers is handled among the thread-locals of its producer, if the
 * setting says so, and otherwise among those of the other thread.
 */
class ThreadLocalsTest {
  private static final String KEY = "org.reactiveserializer.ThreadLocalsTest";
  private static final ThreadLocal<@Nullable String> USER = new ThreadLocal<>();
  private static final ThreadLocal<@Nullable String> SECOND = new ThreadLocal<>();

  private static final Serializer<Object> CARRYING = Serializer.withDefaults().carryThreadLocals();

  // What was handled, with the user that was there.
  private final List<String> handled = new ArrayList<>();

  @BeforeEach
  void register() {
    ContextRegistry.getInstance().registerThreadLocalAccessor(KEY, USER);
    USER.set("A");
  }

  @AfterEach
  void deregister() {
    ContextRegistry.getInstance().removeThreadLocalAccessor(KEY);
    USER.remove();
  }

  /** What producers call, and how items get from there to a handler. */
  private enum Way {
    SINK {
      @Override
      Consumer<String> open(Serializer<Object> settings, Consumer<String> handler) {
        SerialSink<String> sink = settings.sink();
        sink.subscribe(subscriber(handler));
        return sink::tryEmit;
      }
    },
    BOUNDED_SINK {
      @Override
      Consumer<String> open(Serializer<Object> settings, Consumer<String> handler) {
        return SINK.open(settings.bounded(16, Overflow.DROP_OLDEST), handler);
      }
    },
    WRAP {
      @Override
      Consumer<String> open(Serializer<Object> settings, Consumer<String> handler) {
        SerialSubscriber<String> serial = settings.wrap(subscriber(handler));
        return serial::onNext;
      }
    },
    REACTOR_MANY {
      @Override
      Consumer<String> open(Serializer<Object> settings, Consumer<String> handler) {
        SerialMany<String> many = ReactorSerializer.many(settings);
        many.asFlux().subscribe(handler);
        return many::tryEmitNext;
      }
    },
    REACTOR_FRONT {
      @Override
      Consumer<String> open(Serializer<Object> settings, Consumer<String> handler) {
        SerialMany<String> many =
            ReactorSerializer.many(Sinks.many().multicast().directBestEffort(), settings);
        many.asFlux().subscribe(handler);
        return many::tryEmitNext;
      }
    },
    REACTOR_OPERATOR {
      @Override
      Consumer<String> open(Serializer<Object> settings, Consumer<String> handler) {
        List<Subscriber<? super String>> upstream = new ArrayList<>();
        new Flux<String>() {
          @Override
          public void subscribe(reactor.core.CoreSubscriber<? super String> actual) {
            actual.onSubscribe(reactor.core.publisher.Operators.emptySubscription());
            upstream.add(actual);
          }
        }.transform(ReactorSerializer.serialize(settings)).subscribe(handler);
        return upstream.get(0)::onNext;
      }
    },
    RX_PROCESSOR {
      @Override
      Consumer<String> open(Serializer<Object> settings, Consumer<String> handler) {
        SerialProcessor<String> processor =
            RxSerializer.processor(PublishProcessor.create(), settings);
        processor.subscribe(subscriber(handler));
        return processor::onNext;
      }
    },
    RX_OPERATOR {
      @Override
      Consumer<String> open(Serializer<Object> settings, Consumer<String> handler) {
        List<Subscriber<? super String>> upstream = new ArrayList<>();
        new Flowable<String>() {
          @Override
          protected void subscribeActual(Subscriber<? super String> actual) {
            actual.onSubscribe(
                io.reactivex.rxjava3.internal.subscriptions.EmptySubscription.INSTANCE);
            upstream.add(actual);
          }
        }.compose(RxSerializer.serialize(settings)).subscribe(subscriber(handler));
        return upstream.get(0)::onNext;
      }
    },
    MUTINY_EMITTER {
      @Override
      Consumer<String> open(Serializer<Object> settings, Consumer<String> handler) {
        SerialEmitter<String> emitter = MutinySerializer.emitter(settings);
        Multi<String> stream = emitter.toMulti();
        stream.subscribe().with(handler);
        return emitter::emit;
      }
    },
    MUTINY_FRONT {
      @Override
      Consumer<String> open(Serializer<Object> settings, Consumer<String> handler) {
        BroadcastProcessor<String> target = BroadcastProcessor.create();
        target.subscribe().with(handler);
        return MutinySerializer.emitterFor(target, settings)::emit;
      }
    };

    /** Opens a stream, and returns what a producer calls. */
    abstract Consumer<String> open(Serializer<Object> settings, Consumer<String> handler);

    private static Subscriber<String> subscriber(Consumer<String> handler) {
      return new RecordingSubscriber<String>()
          .onSubscribe(subscription -> subscription.request(Long.MAX_VALUE))
          .onNext(handler);
    }
  }

  /** While A handles its item, B emits; so A delivers the item of B, then one of its own. */
  private void meet(Way way, Serializer<Object> settings, @Nullable String other) {
    meet(way, settings, other, item -> item + " with " + USER.get());
  }

  private void meet(
      Way way,
      Serializer<Object> settings,
      @Nullable String other,
      UnaryOperator<String> description) {
    List<Consumer<String>> producer = new ArrayList<>();
    producer.add(
        way.open(
            settings,
            item -> {
              handled.add(description.apply(item));
              if (item.equals("first")) {
                Elsewhere.run(
                    () -> {
                      USER.set(other);
                      SECOND.set(other);
                      producer.get(0).accept("theirs");
                    });
                producer.get(0).accept("nested");
              }
            }));
    producer.get(0).accept("first");
    handled.add("after with " + USER.get());
  }

  @ParameterizedTest
  @EnumSource
  void anItemIsHandledAmongThoseOfItsProducer(Way way) {
    meet(way, CARRYING, "B");
    assertEquals(
        List.of("first with A", "theirs with B", "nested with A", "after with A"), handled);
  }

  /** The twin: what who comes from a lock does not expect. */
  @ParameterizedTest
  @EnumSource
  void withoutTheSettingAmongThoseOfTheThreadThatDelivers(Way way) {
    meet(way, Serializer.withDefaults(), "B");
    assertEquals(
        List.of("first with A", "theirs with A", "nested with A", "after with A"), handled);
  }

  @Test
  void aValueThatTheProducerDoesNotHaveIsNotThere() {
    meet(Way.SINK, CARRYING, null);
    assertEquals("theirs with null", handled.get(1));
  }

  @Test
  void itemsThatWaitForDemandKeepThem() {
    SerialSink<String> sink = CARRYING.sink();
    RecordingSubscriber<String> end =
        new RecordingSubscriber<String>().onNext(item -> handled.add(item + USER.get()));
    sink.subscribe(end);
    sink.tryEmit("1");
    USER.set("B");
    sink.emit("2", Duration.ZERO);
    USER.set("C");
    end.subscription().request(2);
    assertEquals(List.of("1A", "2B"), handled);
    assertEquals("C", USER.get());
  }

  @Test
  void tasksHaveThem() {
    Queue<Runnable> tasks = new ArrayDeque<>();
    Consumer<String> producer =
        Way.SINK.open(CARRYING.deliverOn(tasks::add), item -> handled.add(item + USER.get()));
    producer.accept("1");
    USER.set("B");
    producer.accept("2");
    USER.remove();
    while (!tasks.isEmpty()) {
      tasks.remove().run();
    }
    assertEquals(List.of("1A", "2B"), handled);
    assertNull(USER.get());
  }

  /** Evicted, left behind by a cancellation, abandoned: the hook gets the item itself. */
  @Test
  void theDiscardHookGetsTheItem() {
    List<Object> discarded = new ArrayList<>();
    Serializer<Object> hooked = CARRYING.onDiscard(discarded::add);
    SerialSink<String> bounded = hooked.bounded(2, Overflow.DROP_OLDEST).sink();
    Stream.of("1", "2", "3").forEach(bounded::tryEmit);
    bounded.abandon();
    bounded.emitOrDiscard("4");
    SerialSink<String> unbounded = hooked.sink();
    unbounded.tryEmit("5");
    unbounded.abandon();
    assertEquals(List.of("1", "2", "3", "4", "5"), discarded);
  }

  /**
   * What it throws is dropped. Its own thread-local is missing then. The others, registered before it and
   * after it, are those of the producer, and those of the thread that delivers afterwards.
   */
  @ParameterizedTest
  @MethodSource("failures")
  void anAccessorThatThrowsConcernsItsOwnThreadLocalOnly(int fails, Throwable failure) {
    FailingAccessor accessor = new FailingAccessor(fails, failure);
    List<Throwable> dropped = new ArrayList<>();
    ContextRegistry registry = ContextRegistry.getInstance();
    accessor.register();
    registry.registerThreadLocalAccessor(KEY + ".second", SECOND);
    try {
      SECOND.set("A");
      meet(
          Way.SINK,
          CARRYING.onErrorDropped(dropped::add),
          "B",
          item -> item + " with " + USER.get() + SECOND.get());
      assertEquals(
          List.of("first with AA", "theirs with BB", "nested with AA", "after with A"), handled);
      assertEquals("A", SECOND.get());
      assertSame(failure, dropped.get(0));
      assertTrue(
          fails != 0 || accessor.removals == 0, "a value that nobody could read was removed");
    } finally {
      registry.removeThreadLocalAccessor(KEY + ".second");
      registry.removeThreadLocalAccessor(FailingAccessor.NAME);
      SECOND.remove();
    }
  }

  static Stream<Arguments> failures() {
    return Stream.of(new IllegalStateException("accessor"), new StackOverflowError("accessor"))
        .flatMap(failure -> IntStream.range(0, 3).mapToObj(fails -> Arguments.of(fails, failure)));
  }

  /** The owner's own item waits for demand: what throws there must not end the stream of others. */
  @Test
  void anAccessorThatThrowsWhileTheOwnerKeepsItsItemEndsNothing() {
    List<Throwable> dropped = new ArrayList<>();
    SerialSink<String> sink = CARRYING.onErrorDropped(dropped::add).sink();
    RecordingSubscriber<String> end = new RecordingSubscriber<>();
    sink.subscribe(end);
    sink.tryEmit("1");
    ContextRegistry registry = ContextRegistry.getInstance();
    new FailingAccessor(0, new StackOverflowError()).register();
    try {
      assertEquals(EmitOutcome.QUEUED, sink.tryEmit("2"));
    } finally {
      registry.removeThreadLocalAccessor(FailingAccessor.NAME);
    }
    sink.tryEmit("3");
    end.subscription().request(3);
    assertEquals(List.of("subscribed", "1", "2", "3"), end.signals());
    assertEquals(2, dropped.size()); // the values of the producer, and of the thread that delivers
  }

  /** A thread-local whose accessor fails: at getting, at setting or at restoring a value. */
  private static final class FailingAccessor {
    static final String NAME = KEY + ".failing";

    private final int fails;
    private final Throwable failure;
    private int stores;
    private int removals;

    FailingAccessor(int fails, Throwable failure) {
      this.fails = fails;
      this.failure = failure;
    }

    void register() {
      ContextRegistry.getInstance()
          .registerThreadLocalAccessor(NAME, this::load, this::store, () -> removals++);
    }

    private String load() {
      failIf(fails == 0);
      return "value";
    }

    /** Sets and restores by turns. */
    private void store(String value) {
      stores++;
      failIf(fails == 2 - stores % 2);
    }

    private void failIf(boolean isDue) {
      if (isDue) {
        if (failure instanceof Error error) {
          throw error;
        }
        throw (RuntimeException) failure;
      }
    }
  }
}
