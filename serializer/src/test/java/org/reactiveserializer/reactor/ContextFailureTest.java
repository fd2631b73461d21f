package org.reactiveserializer.reactor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Merge;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.support.Tap;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import reactor.util.context.Context;

/** The context is read when the subscriber arrives, and not later: what it throws then does no harm. */
class ContextFailureTest {
  private final List<Object> signals = new ArrayList<>();
  private final List<Throwable> dropped = new ArrayList<>();
  private final AtomicBoolean fails = new AtomicBoolean();
  private final RuntimeException failure = new RuntimeException("thrown by the context");
  private final Exception error = new Exception("of the source");
  private final Tap<Integer> tap = Tap.named("tap");

  private final CoreSubscriber<Integer> downstream =
      new CoreSubscriber<>() {
        @Override
        public Context currentContext() {
          if (fails.getAndSet(false)) {
            throw failure;
          }
          return Context.empty();
        }

        @Override
        public void onSubscribe(Subscription subscription) {
          subscription.request(9);
        }

        @Override
        public void onNext(Integer item) {
          signals.add(item);
        }

        @Override
        public void onError(Throwable error) {
          signals.add(error);
        }

        @Override
        public void onComplete() {
          signals.add("completed");
        }
      };

  private Serializer<Integer> settings() {
    return Serializer.<Integer>withDefaults().onErrorDropped(dropped::add);
  }

  private void assertErrorArrived() {
    assertEquals(List.of(1, error), signals);
    assertEquals(List.of(), dropped);
  }

  @Test
  void ofAnOperator() {
    Flux.from(tap).transform(ReactorSerializer.serialize(settings())).subscribe(downstream);
    tap.next(1);
    fails.set(true);
    tap.fail(error);
    assertErrorArrived();
  }

  @Test
  void ofASink() {
    Sinks.Many<Integer> sink = ReactorSerializer.many(settings());
    sink.asFlux().subscribe(downstream);
    sink.tryEmitNext(1);
    fails.set(true);
    sink.tryEmitError(error);
    assertErrorArrived();
  }

  @Test
  void ofAMerge() {
    Merge<Integer> merge =
        Merge.<Integer>withDefaults().errors(ErrorMode.IMMEDIATE).onErrorDropped(dropped::add);
    ReactorSerializer.flux(merge.of(List.of(tap))).subscribe(downstream);
    tap.next(1);
    fails.set(true);
    tap.fail(error);
    assertErrorArrived();
  }

  @Test
  void whenTheSubscriberOfASinkArrives() {
    Sinks.Many<Integer> sink = ReactorSerializer.many(settings());
    fails.set(true);
    assertSame(
        failure, assertThrows(RuntimeException.class, () -> sink.asFlux().subscribe(downstream)));
    assertEquals(List.of(failure), signals, "it must not wait for ever");
  }
}
