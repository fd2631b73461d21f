package org.reactiveserializer.stress.support;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.reactivestreams.Subscription;

/** An upstream that adds up the demand. */
public final class TestUpstream implements Subscription {
  private final AtomicLong requested = new AtomicLong();
  private final AtomicInteger cancellations = new AtomicInteger();

  /** Creates an upstream without demand. */
  public TestUpstream() {}

  @Override
  public void request(long n) {
    requested.getAndAccumulate(n, TestUpstream::capped);
  }

  @Override
  public void cancel() {
    cancellations.getAndIncrement();
  }

  private static long capped(long last, long more) {
    return last + more < 0 ? Long.MAX_VALUE : last + more; // §3.17
  }

  /** Returns the demand of all requests. */
  public long requested() {
    return requested.get();
  }

  /** Returns how often it was cancelled. */
  public int cancellations() {
    return cancellations.get();
  }
}
