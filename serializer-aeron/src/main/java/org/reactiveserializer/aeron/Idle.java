package org.reactiveserializer.aeron;

import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;

/** What a thread does between two looks at Aeron. No signal comes from there, so it must look again. */
public enum Idle {
  /** It looks without pause: the shortest delay, and a whole processor. */
  SPIN,

  /** It yields to other threads between two looks. */
  YIELD,

  /** It looks without pause at first, then yields, then sleeps, up to one millisecond. */
  PARK,

  /** It sleeps a millisecond between two looks. */
  SLEEP;

  IdleStrategy strategy() {
    return switch (this) {
      case SPIN -> BusySpinIdleStrategy.INSTANCE;
      case YIELD -> YieldingIdleStrategy.INSTANCE;
      case PARK -> new BackoffIdleStrategy();
      case SLEEP -> new SleepingMillisIdleStrategy(1);
    };
  }
}
