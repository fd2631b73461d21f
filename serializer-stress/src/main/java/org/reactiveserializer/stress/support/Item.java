package org.reactiveserializer.stress.support;

import java.util.concurrent.atomic.AtomicInteger;

/** What is pushed: says whose it is and which one, and counts what became of it. */
public final class Item {
  private static final int PAYLOAD = 42;

  private final int producer;
  private final int number;
  private final AtomicInteger discards = new AtomicInteger();
  private final AtomicInteger refusals = new AtomicInteger();

  // Plain on purpose: only the serializer makes the producer's write visible to the consumer.
  private int payload;

  // For the probe, when all is over.
  int tally;

  /** Creates the {@code number}th item of a producer; numbers ascend. */
  public Item(int producer, int number) {
    this.producer = producer;
    this.number = number;
  }

  /** Writes the payload, by the producer, before it pushes the item. */
  public Item filled() {
    payload = PAYLOAD;
    return this;
  }

  /** Tells whether the reader sees what {@link #filled} wrote. */
  public boolean isFilled() {
    return payload == PAYLOAD;
  }

  /** Tells whether {@code candidate} pushed it. */
  public boolean isOf(int candidate) {
    return producer == candidate;
  }

  /** Tells whether it is the {@code candidate}th of its producer. */
  public boolean isNumber(int candidate) {
    return number == candidate;
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
