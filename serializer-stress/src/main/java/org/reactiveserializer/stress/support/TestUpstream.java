package org.reactiveserializer.stress.support;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.reactivestreams.Subscription;

/** An upstream that adds up the demand, twice: atomically, and as one that relies on §2.7. */
public final class TestUpstream implements Subscription {
  private final AtomicLong requested = new AtomicLong();
  private final AtomicInteger cancellations = new AtomicInteger();
  private long plain;

  /** Creates an upstream without demand. */
  public TestUpstream() {}

  @Override
  public void request(long n) {
    long before = plain;
    requested.getAndAccumulate(n, TestUpstream::capped);
    plain = capped(before, n);
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

  /**
   * Returns what a plain field says of the demand of all requests. It is wrong if two requests
   * overlapped, or if one did not happen-before the next.
   */
  public long requestedSerially() {
    return plain;
  }

  /** Returns how often it was cancelled. */
  public int cancellations() {
    return cancellations.get();
  }
}
