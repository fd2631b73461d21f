package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.reactiveserializer.support.Collected.assertCollected;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** After the end the serializer holds no downstream (§3.13), and no upstream or items either. */
class RetentionTest {
  static List<Named<Consumer<SerialSubscriber<Object>>>> ends() {
    return List.of(
        Named.of("completion", SerialSubscriber::onComplete),
        Named.of("error", serialized -> serialized.onError(new Exception())),
        Named.of("cancellation", SerialSubscriber::cancel),
        Named.of(
            "throwing downstream",
            serialized -> assertThrows(Error.class, () -> serialized.onNext("throw"))));
  }

  @ParameterizedTest
  @MethodSource("ends")
  void nothingIsHeldAfterTheEnd(Consumer<SerialSubscriber<Object>> end) {
    List<WeakReference<?>> held = new ArrayList<>();
    SerialSubscriber<Object> serialized = used(held, end);
    for (WeakReference<?> reference : held) {
      assertCollected(reference);
    }
    Reference.reachabilityFence(serialized);
  }

  @Test
  void itemsAreNotHeldOnceDelivered() {
    SerialSubscriber<Object> serialized = Serializer.withDefaults().wrap(new Inert());
    assertCollected(push(serialized));
    Reference.reachabilityFence(serialized);
  }

  /** A separate method, so that no stack frame keeps the objects alive. */
  private static SerialSubscriber<Object> used(
      List<WeakReference<?>> held, Consumer<SerialSubscriber<Object>> end) {
    Inert downstream = new Inert();
    SerialSubscriber<Object> serialized = Serializer.withDefaults().wrap(downstream);
    downstream.serialized = serialized;
    Inert.Upstream upstream = new Inert.Upstream();
    serialized.onSubscribe(upstream);
    held.add(push(serialized));
    end.accept(serialized);
    held.add(push(serialized));
    held.add(new WeakReference<>(downstream));
    held.add(new WeakReference<>(upstream));
    return serialized;
  }

  private static WeakReference<Object> push(SerialSubscriber<Object> serialized) {
    Object item = new Object();
    serialized.onNext(item);
    return new WeakReference<>(item);
  }

  /**
   * Emits a string during each item of the test, so that some items are handed over. Throws at the
   * string "throw".
   */
  private static final class Inert implements Subscriber<Object> {
    private @Nullable SerialSubscriber<Object> serialized;

    @Override
    public void onSubscribe(Subscription subscription) {}

    @Override
    public void onNext(Object item) {
      if (serialized != null && item.getClass() == Object.class) {
        serialized.onNext("handed over");
      }
      if (item.equals("throw")) {
        throw new Error();
      }
    }

    @Override
    public void onError(Throwable error) {}

    @Override
    public void onComplete() {}

    private static final class Upstream implements Subscription {
      @Override
      public void request(long n) {}

      @Override
      public void cancel() {}
    }
  }
}
