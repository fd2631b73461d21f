package org.reactiveserializer.rxjava3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.reactivex.rxjava3.subscribers.TestSubscriber;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.reactiveserializer.support.Race;
import org.reactiveserializer.support.RecordingSubscriber;

/** A subscriber of a {@link SerialProcessor} that has, or has had, its only subscriber. */
class SecondSubscriberTest {
  @RegisterExtension final Plugins plugins = new Plugins();

  private final SerialProcessor<Integer> processor = RxSerializer.processor();

  @Test
  void isRefusedAndTheFirstGoesOn() {
    TestSubscriber<Integer> first = processor.test(1);
    assertRefused();
    assertTrue(processor.hasSubscribers());
    processor.onNext(1);
    processor.onNext(2);
    first.assertValuesOnly(1);
    first.requestMore(1).assertValuesOnly(1, 2);
    assertEquals(List.of(), plugins.errors);
  }

  @Test
  void isRefusedAfterTheFirstCancelled() {
    processor.test().cancel();
    assertRefused();
  }

  @Test
  void isRefusedAfterTheEndAndGetsNoCompletion() {
    TestSubscriber<Integer> first = processor.test();
    processor.onComplete();
    first.assertResult();
    assertRefused();
  }

  @Test
  void isRefusedFromWithinAnItemOfTheFirst() {
    RecordingSubscriber<Integer> first =
        new RecordingSubscriber<Integer>().onSubscribe(s -> s.request(Long.MAX_VALUE));
    first.on(1, this::assertRefused);
    processor.subscribe(first);
    processor.onNext(1);
    processor.onNext(2);
    assertEquals(List.of("subscribed", 1, 2), first.signals());
  }

  @Test
  void ofTwoAtATimeOneIsRefused() {
    for (int round = 0; round < 300; round++) {
      SerialProcessor<Integer> contested = RxSerializer.processor();
      TestSubscriber<Integer> one = new TestSubscriber<>();
      TestSubscriber<Integer> another = new TestSubscriber<>();
      contested.onNext(round);
      Race.run(round, () -> contested.subscribe(one), () -> contested.subscribe(another));
      boolean first = one.values().size() == 1;
      (first ? one : another).assertValuesOnly(round);
      (first ? another : one).assertFailure(IllegalStateException.class);
    }
  }

  /**
   * Checks that a second subscriber is refused: it gets a subscription first (§1.9), whose use does
   * not affect the other subscriber.
   */
  private void assertRefused() {
    RecordingSubscriber<Integer> second =
        new RecordingSubscriber<Integer>()
            .onSubscribe(
                s -> {
                  s.request(1);
                  s.cancel();
                });
    boolean before = processor.hasSubscribers();
    processor.subscribe(second);
    assertEquals(2, second.signals().size());
    assertEquals("subscribed", second.signals().get(0));
    assertInstanceOf(IllegalStateException.class, second.signals().get(1));
    assertEquals(before, processor.hasSubscribers());
  }
}
