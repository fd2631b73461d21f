package org.reactiveserializer.stress.support;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The downstream of a test: records every signal in plain fields, which only the serializer
 * protects, and everything that must not happen. Read it when all threads are done.
 */
public abstract class Probe implements Subscriber<Item> {
  /** The maximum number of producers, which are numbered from 0. */
  public static final int MAX_PRODUCERS = 64;

  // With gaps where a broken subject lost an update.
  private final @Nullable Item[] log;
  private final Consumer<Item> reaction;

  private int delivered;
  private int subscriptions;
  private int completions;
  private int failures;
  private @Nullable Throwable failure;
  private int late;
  private int unfilled;
  private @Nullable Subscription subscription;

  /**
   * Creates a probe.
   *
   * @param capacity how many items are recorded individually; further items are only counted
   * @param reaction called with each item after it was recorded; may throw, and may emit
   */
  protected Probe(int capacity, Consumer<Item> reaction) {
    this.log = new Item[capacity];
    this.reaction = reaction;
  }

  /** Records that a signal begins. */
  protected abstract void enter();

  /** Records that a signal ends. */
  protected abstract void leave();

  /** Returns how many signals overlapped with another one, or were lost. */
  public abstract int overlaps();

  @Override
  public void onSubscribe(Subscription arrived) {
    enter();
    noteLate();
    subscriptions++;
    subscription = arrived;
    HandOver.atOnce(arrived);
    leave();
  }

  @Override
  public void onNext(Item item) {
    enter();
    int index = delivered;
    try {
      noteLate();
      if (!item.isFilled()) {
        unfilled++;
      }
      if (index < log.length) {
        log[index] = item;
      }
      reaction.accept(item);
    } finally {
      delivered = index + 1;
      leave();
    }
  }

  @Override
  public void onError(Throwable error) {
    enter();
    noteLate();
    failures++;
    failure = error;
    leave();
  }

  @Override
  public void onComplete() {
    enter();
    noteLate();
    completions++;
    leave();
  }

  private void noteLate() {
    if (terminals() > 0) {
      late++;
    }
  }

  /** Returns the subscription that it received. */
  public @Nullable Subscription subscription() {
    return subscription;
  }

  /** Returns how many items it received. */
  public final int delivered() {
    return delivered;
  }

  /** Returns how many subscriptions it received. */
  public final int subscriptions() {
    return subscriptions;
  }

  /** Returns how many terminal signals it received. */
  public final int terminals() {
    return completions + failures;
  }

  /** Returns the error that it received. */
  public final @Nullable Throwable failure() {
    return failure;
  }

  /** Returns how many signals arrived after a terminal one. */
  public final int late() {
    return late;
  }

  /** Returns how many items arrived whose plain write by the producer was not visible. */
  public final int unfilled() {
    return unfilled;
  }

  /** Returns how many items arrived before an older one of the same producer, or twice. */
  public final int disorder() {
    int[] last = new int[MAX_PRODUCERS];
    Arrays.fill(last, Integer.MIN_VALUE);
    int wrong = 0;
    for (Item item : log) {
      if (item != null) {
        if (item.number() <= last[item.producer()]) {
          wrong++;
        }
        last[item.producer()] = item.number();
      }
    }
    return wrong;
  }

  /** Returns how many of the items were not delivered, discarded or refused exactly once. */
  public final int misfates(Item... sent) {
    tally();
    int wrong = 0;
    for (Item item : sent) {
      if (item.tally + item.discards() + item.refusals() != 1) {
        wrong++;
      }
    }
    return wrong;
  }

  /** Returns how many of these items were not delivered. */
  public final int undelivered(Item... expected) {
    tally();
    int missing = 0;
    for (Item item : expected) {
      if (item.tally == 0) {
        missing++;
      }
    }
    return missing;
  }

  private void tally() {
    for (Item item : log) {
      if (item != null) {
        item.tally = 0;
      }
    }
    for (Item item : log) {
      if (item != null) {
        item.tally++;
      }
    }
  }

  /** Returns how often an item was delivered. */
  public final int deliveries(Item item) {
    int times = 0;
    for (Item noted : log) {
      if (noted == item) {
        times++;
      }
    }
    return times;
  }

  /** Returns 0 if the error was signalled or dropped exactly once. */
  public final int misfate(Failure error) {
    return (failure == error ? 1 : 0) + error.drops() == 1 ? 0 : 1;
  }
}
