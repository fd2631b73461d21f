package org.reactiveserializer.aeron;

import org.reactiveserializer.testing.Await;

/** Where a thread is stopped, once. It is not parked there: that would use up the permit of an unpark. */
final class Stop {
  private volatile boolean isReached;
  private volatile boolean goesOn;

  /** By the thread that is stopped; the second time it goes on at once. */
  void here() {
    isReached = true;
    long begin = System.nanoTime();
    while (!goesOn) {
      if (System.nanoTime() - begin > Await.LONG.toNanos()) {
        throw new AssertionError("the other thread did not come");
      }
      Thread.yield();
    }
  }

  void awaitReached() {
    Await.until(() -> isReached);
  }

  void goOn() {
    goesOn = true;
  }
}
