package org.reactiveserializer.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.reactiveserializer.SerialSubscriber;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.testing.Program;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** A program that uses the fast path and the hand-over does not load {@code sun.misc.Unsafe}. */
class NoUnsafeTest {
  @Test
  void unsafeIsNotLoaded() throws Exception {
    String loaded = Program.run(Start.class, "-Xlog:class+load");
    assertTrue(loaded.contains(Serializer.class.getName() + " "), loaded);
    assertFalse(loaded.contains("sun.misc.Unsafe"));
  }

  @Test
  void onlyJavaBaseIsNeeded() throws Exception {
    assertEquals(
        "1 2 3 completed", Program.run(Start.class, "--limit-modules", "java.base").strip());
  }

  /** Delivers one item on the fast path, and two that are handed over. */
  static final class Start implements Subscriber<Integer> {
    private final SerialSubscriber<Integer> serialized =
        Serializer.<Integer>withDefaults().wrap(this);

    public static void main(String[] args) {
      new Start().serialized.onNext(1);
    }

    @Override
    public void onSubscribe(Subscription subscription) {}

    @Override
    public void onNext(Integer item) {
      if (item == 1) {
        serialized.onNext(2);
        serialized.onNext(3);
        serialized.onComplete();
      }
      System.out.print(item + " ");
    }

    @Override
    public void onError(Throwable error) {}

    @Override
    public void onComplete() {
      System.out.print("completed");
    }
  }
}
