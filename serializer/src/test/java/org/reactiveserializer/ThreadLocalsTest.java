package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactiveserializer.mutiny.MutinySerializer;
import org.reactiveserializer.mutiny.SerialEmitter;
import org.reactiveserializer.reactor.ReactorSerializer;
import org.reactiveserializer.reactor.SerialMany;
import org.reactiveserializer.rxjava3.RxSerializer;
import org.reactiveserializer.rxjava3.SerialProcessor;
import org.reactiveserializer.support.Elsewhere;
import org.reactiveserializer.support.RecordingSubscriber;
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
    List<Consumer<String>> producer = new ArrayList<>();
    producer.add(
        way.open(
            settings,
            item -> {
              handled.add(item + " with " + USER.get());
              if (item.equals("first")) {
                Elsewhere.run(
                    () -> {
                      USER.set(other);
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

  /** It is dropped, and the item is handled all the same; also if it throws when that is over. */
  @Test
  void anAccessorThatThrowsEndsNothing() {
    List<Throwable> dropped = new ArrayList<>();
    Serializer<Object> hooked = CARRYING.onErrorDropped(dropped::add);
    for (int fails = 0; fails < 3; fails++) {
      FailingAccessor accessor = new FailingAccessor(fails);
      ContextRegistry.getInstance().registerThreadLocalAccessor(accessor);
      try {
        handled.clear();
        meet(Way.SINK, hooked, "B");
        assertEquals(4, handled.size(), handled::toString);
        assertTrue(accessor.failed);
        assertInstanceOf(IllegalStateException.class, dropped.get(dropped.size() - 1));
      } finally {
        ContextRegistry.getInstance().removeThreadLocalAccessor(FailingAccessor.NAME);
      }
    }
  }

  private static final class FailingAccessor
      implements io.micrometer.context.ThreadLocalAccessor<String> {
    static final String NAME = KEY + ".failing";

    private final int fails;
    boolean failed;

    /** Fails at getting, at setting or at restoring a value. */
    FailingAccessor(int fails) {
      this.fails = fails;
    }

    @Override
    public Object key() {
      return NAME;
    }

    @Override
    public String getValue() {
      failIf(0);
      return "value";
    }

    @Override
    public void setValue(String value) {
      failIf(1);
    }

    @Override
    public void setValue() {}

    @Override
    public void restore(String previous) {
      failIf(2);
    }

    private void failIf(int n) {
      if (fails == n) {
        failed = true;
        throw new IllegalStateException("accessor");
      }
    }
  }
}
