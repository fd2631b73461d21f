package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.support.Elsewhere;
import org.reactiveserializer.support.EndOfStack;
import org.reactiveserializer.support.RecordingSubscription;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Items that other threads handed over are delivered or discarded although the owner's stack
 * overflows, in the downstream or in the hook.
 */
class WaitingItemsAtStackEndTest {
  private static final int DEPTHS = 400;
  private static final int FRAMES = 200;
  private static final int ITEMS = 5;

  private volatile boolean over;
  private volatile @Nullable Trial requested;
  private final Thread other = new Thread(this::push, "other");

  @Test
  void areDeliveredOrDiscarded() {
    other.start();
    List<Trial> trials = Stream.generate(Trial::new).limit(DEPTHS).toList();
    List<Trial> overflown =
        EndOfStack.overflown(trials, trial -> trial.serialized.onNext(0)).stream()
            .filter(trial -> trial.pushed)
            .toList();
    assertFalse(overflown.isEmpty());
    for (Trial trial : overflown) {
      Elsewhere.run(
          () -> {
            trial.serialized.onNext(-1);
            trial.serialized.onComplete();
          });
      List<Integer> outcomes = trial.outcomes();
      assertEquals(outcomes.stream().distinct().toList(), outcomes);
      // Two may be missing: the stack overflowed while one was delivered, and while one was
      // discarded.
      assertTrue(outcomes.size() >= ITEMS - 2, outcomes::toString);
    }
  }

  @AfterEach
  void endTheOtherThread() throws InterruptedException {
    over = true;
    other.join();
  }

  /** Run by the other thread, which needs nothing from the one whose stack is about to overflow. */
  private void push() {
    Trial last = null;
    while (!over) {
      Trial trial = requested;
      if (trial != null && trial != last) {
        last = trial;
        for (int item = 1; item <= ITEMS; item++) {
          trial.serialized.onNext(item);
        }
        trial.pushed = true;
      }
      Thread.onSpinWait();
    }
  }

  /** A serializer, and a downstream during whose item 0 the other thread hands over. */
  private final class Trial implements Subscriber<Integer> {
    final List<Integer> items = Collections.synchronizedList(new ArrayList<>());
    final SerialSubscriber<Integer> serialized =
        Serializer.<Integer>withDefaults()
            .onDiscard(this::take)
            .onErrorDropped(error -> {})
            .wrap(this);
    volatile boolean pushed;

    Trial() {
      serialized.onSubscribe(new RecordingSubscription());
    }

    @Override
    public void onSubscribe(Subscription subscription) {}

    @Override
    public void onNext(Integer item) {
      if (item == 0) {
        requested = this;
        while (!pushed) {
          Thread.onSpinWait();
        }
      } else {
        take(item);
      }
    }

    private void take(Integer item) {
      EndOfStack.need(FRAMES);
      items.add(item);
    }

    @Override
    public void onError(Throwable error) {}

    @Override
    public void onComplete() {}

    List<Integer> outcomes() {
      return items.stream().filter(item -> item > 0).sorted().toList();
    }
  }
}
