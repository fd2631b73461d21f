package org.reactiveserializer.mutiny;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.smallrye.mutiny.subscription.MultiSubscriber;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.testing.Elsewhere;

/** {@link MutinySerializer#wrap}. */
class WrapTest {
  private final List<Object> signals = new ArrayList<>();
  private Runnable atOne = () -> {};

  private final MultiSubscriber<Integer> downstream =
      new MultiSubscriber<>() {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {
          subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onItem(Integer item) {
          signals.add(item);
          if (item == 1) {
            atOne.run();
          }
        }

        @Override
        public void onFailure(Throwable failure) {
          signals.add(failure);
        }

        @Override
        public void onCompletion() {
          signals.add("completed");
        }
      };

  @Test
  void anItemOfAnotherThreadWaitsAndAFailureWaitsForIt() {
    Exception failure = new Exception();
    SerialMultiSubscriber<Integer> serial =
        MutinySerializer.wrap(downstream, Serializer.withDefaults());
    atOne =
        () -> {
          Elsewhere.run(() -> serial.onItem(2));
          assertEquals(1, serial.backlog());
          Elsewhere.run(() -> serial.onFailure(failure));
        };
    serial.onItem(1);
    assertEquals(List.of(1, 2, failure), signals);
    assertEquals(2, serial.stats().delivered());
  }

  @Test
  void theSettingsApply() {
    Exception failure = new Exception();
    SerialMultiSubscriber<Integer> serial =
        MutinySerializer.wrap(
            downstream, Serializer.<Integer>withDefaults().errors(ErrorMode.IMMEDIATE));
    atOne =
        () -> {
          serial.onItem(2);
          serial.onFailure(failure);
        };
    serial.onItem(1);
    assertEquals(List.of(1, failure), signals);
  }

  @Test
  @SuppressWarnings("NullAway") // on purpose
  void nullIsRefused() {
    assertThrows(
        NullPointerException.class,
        () -> MutinySerializer.<Integer>wrap(null, Serializer.withDefaults()));
    assertThrows(NullPointerException.class, () -> MutinySerializer.wrap(downstream, null));
  }
}
