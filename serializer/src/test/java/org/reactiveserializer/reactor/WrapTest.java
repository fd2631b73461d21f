package org.reactiveserializer.reactor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.support.RecordingSubscription;
import org.reactiveserializer.testing.Elsewhere;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.util.context.Context;

/** {@link ReactorSerializer#wrap}. */
class WrapTest {
  private final List<Object> signals = new ArrayList<>();
  private Runnable atOne = () -> {};

  private final CoreSubscriber<Integer> downstream =
      new CoreSubscriber<>() {
        @Override
        public Context currentContext() {
          return Context.of("key", "value");
        }

        @Override
        public void onSubscribe(Subscription subscription) {
          subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(Integer item) {
          signals.add(item);
          if (item == 1) {
            atOne.run();
          }
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

  @Test
  void itHasTheContextOfTheDownstream() {
    assertEquals(
        "value",
        ReactorSerializer.wrap(downstream, Serializer.withDefaults()).currentContext().get("key"));
  }

  @Test
  void anItemOfAnotherThreadWaitsAndAnErrorWaitsForIt() {
    Exception error = new Exception();
    SerialCoreSubscriber<Integer> serial =
        ReactorSerializer.wrap(downstream, Serializer.withDefaults());
    serial.onSubscribe(new RecordingSubscription());
    atOne =
        () -> {
          Elsewhere.run(() -> serial.onNext(2));
          assertEquals(1, serial.backlog());
          Elsewhere.run(() -> serial.onError(error));
        };
    serial.onNext(1);
    assertEquals(List.of(1, 2, error), signals);
    assertEquals(2, serial.stats().delivered());
  }

  @Test
  void theSettingsApply() {
    Exception error = new Exception();
    SerialCoreSubscriber<Integer> serial =
        ReactorSerializer.wrap(
            downstream, Serializer.<Integer>withDefaults().errors(ErrorMode.IMMEDIATE));
    atOne =
        () -> {
          serial.onNext(2);
          serial.onError(error);
        };
    serial.onNext(1);
    assertEquals(List.of(1, error), signals);
  }

  @Test
  @SuppressWarnings("NullAway") // on purpose
  void nullIsRefused() {
    assertThrows(
        NullPointerException.class,
        () -> ReactorSerializer.<Integer>wrap(null, Serializer.withDefaults()));
    assertThrows(NullPointerException.class, () -> ReactorSerializer.wrap(downstream, null));
  }
}
