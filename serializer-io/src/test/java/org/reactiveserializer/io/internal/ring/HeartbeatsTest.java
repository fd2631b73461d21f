package org.reactiveserializer.io.internal.ring;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.testing.Await;

/**
 * The thread of the heartbeats: it outlives every error.
 */
class HeartbeatsTest {
  @Test
  void theThreadOutlivesEveryError() {
    Heartbeats heartbeats = new Heartbeats();
    AtomicInteger beats = new AtomicInteger();
    Heartbeats.Heart failing =
        () -> {
          if (beats.getAndIncrement() == 0) {
            throw new OutOfMemoryError("of the test");
          }
        };
    AtomicInteger others = new AtomicInteger();
    Heartbeats.Heart other = others::incrementAndGet;
    heartbeats.add(failing);
    heartbeats.add(other);
    Await.until(() -> beats.get() > 2 && others.get() > 2, () -> beats + ", " + others);
    heartbeats.remove(failing);
    heartbeats.remove(other);
  }
}
