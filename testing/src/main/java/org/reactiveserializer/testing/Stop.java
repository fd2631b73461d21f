package org.reactiveserializer.testing;

/** Where a thread is stopped, once. It is not parked there: that would use up the permit of an unpark. */
public final class Stop {
  private volatile boolean isReached;
  private volatile boolean goesOn;

  /** By the thread that is stopped; the second time it goes on at once. */
  public void here() {
    isReached = true;
    long begin = System.nanoTime();
    while (!goesOn) {
      if (System.nanoTime() - begin > Await.LONG.toNanos()) {
        throw new AssertionError("the other thread did not come");
      }
      Thread.yield();
    }
  }

  /** Waits until a thread is stopped here. */
  public void awaitReached() {
    Await.until(() -> isReached);
  }

  /** The thread that is stopped goes on. */
  public void goOn() {
    goesOn = true;
  }
}
