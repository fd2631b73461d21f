package org.reactiveserializer.stress.support;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * An item: has a producer and a number, and counts how often it was discarded and refused.
 */
public final class Item {
  /** The largest {@link #weight}. */
  public static final int HEAVIEST = 3;

  private static final int PAYLOAD = 42;

  private final int producer;
  private final int number;
  private final AtomicInteger discards = new AtomicInteger();
  private final AtomicInteger refusals = new AtomicInteger();

  // Plain on purpose: only the serializer makes the write of the producer visible to the consumer.
  private int payload;

  // Used by the probe when all threads are done.
  int tally;

  /** Creates an item of a producer; numbers ascend. */
  public Item(int producer, int number) {
    this.producer = producer;
    this.number = number;
  }

  /** Writes the payload. Called by the producer before it emits the item. */
  public Item filled() {
    payload = PAYLOAD;
    return this;
  }

  /** Returns whether the reader sees the write of {@link #filled}. */
  public boolean isFilled() {
    return payload == PAYLOAD;
  }

  /** Returns whether {@code candidate} is its producer. */
  public boolean isOf(int candidate) {
    return producer == candidate;
  }

  /** Returns whether {@code candidate} is its number. */
  public boolean isNumber(int candidate) {
    return number == candidate;
  }

  /** Returns what it weighs, if that matters: none weighs the same as the next of its producer. */
  public int weight() {
    return number % (HEAVIEST + 1);
  }

  int producer() {
    return producer;
  }

  int number() {
    return number;
  }

  void discarded() {
    discards.getAndIncrement();
  }

  int discards() {
    return discards.get();
  }

  void refused() {
    refusals.getAndIncrement();
  }

  int refusals() {
    return refusals.get();
  }

  @Override
  public String toString() {
    return producer + "/" + number;
  }
}
