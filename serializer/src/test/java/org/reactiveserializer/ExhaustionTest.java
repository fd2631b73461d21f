package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.support.Elsewhere;
import org.reactiveserializer.support.EndOfStack;
import org.reactiveserializer.support.RecordingSubscription;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** A stack overflow anywhere in a call leaves no serializer stuck. */
class ExhaustionTest {
  private static final int DEPTHS = 300;

  @Test
  void aStackOverflowAnywhereInACallBlocksNothing() {
    assertNotStuck(Stream.generate(Trial::new).limit(DEPTHS).toList());
  }

  /** If serializers are biased, that other thread has a promise, which must be revoked. */
  @Test
  void norInTheFirstCallAfterOneOfAnotherThread() {
    List<Trial> trials = Stream.generate(Trial::new).limit(DEPTHS).toList();
    Elsewhere.run(() -> trials.forEach(trial -> trial.serialized.onNext(0)));
    assertNotStuck(trials);
  }

  private static void assertNotStuck(List<Trial> trials) {
    List<Trial> overflown = EndOfStack.overflown(trials, trial -> trial.serialized.onNext(1));
    for (Trial trial : overflown) {
      Elsewhere.run(() -> trial.serialized.onNext(2));
      Elsewhere.run(trial.serialized::onComplete);
      assertEquals(0, trial.serialized.backlog());
      // Not checked: the cancellation of the upstream, because cancel may have overflowed, too.
      assertTrue(trial.discarded.contains(2) || trial.completed, "neither ended nor usable");
    }
  }

  /** A serializer, and a downstream that needs some stack. */
  private static final class Trial implements Subscriber<Integer> {
    final RecordingSubscription upstream = new RecordingSubscription();
    final List<Integer> discarded = new ArrayList<>();
    final SerialSubscriber<Integer> serialized =
        Serializer.<Integer>withDefaults().onDiscard(discarded::add).wrap(this);
    boolean completed;

    Trial() {
      serialized.onSubscribe(upstream);
    }

    @Override
    public void onSubscribe(Subscription subscription) {}

    @Override
    public void onNext(Integer item) {
      if (item == 1) {
        EndOfStack.need(20);
        serialized.onNext(3);
      }
    }

    @Override
    public void onError(Throwable error) {}

    @Override
    public void onComplete() {
      completed = true;
    }
  }
}
