package org.reactiveserializer.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Merge;
import org.reactiveserializer.testing.Elsewhere;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/**
 * The rules of the merge of each bridge, the same for all libraries; also {@link MergeFateRules}.
 */
public abstract class MergeRules extends MergeFateRules {
  private static final int MANY = 200_000;

  @Test
  void itemsInTheOrderOfArrivalAndTheEndBehindAllSources() {
    merged(any());
    a.next(1);
    b.next(2);
    a.next(3).complete();
    outer.complete();
    assertEquals(List.of(1, 2, 3), delivered());
    b.complete();
    assertEquals(List.of(1, 2, 3, "completed"), delivered());
  }

  @Test
  void twoThreadsOfOneSourceLoseNothing() {
    Publisher<Integer> racing =
        subscriber -> {
          subscriber.onSubscribe(new RecordingSubscription());
          Race.run(0, () -> push(subscriber, 0), () -> push(subscriber, 1));
          subscriber.onComplete();
        };
    merge(any().prefetch(Integer.MAX_VALUE), new Range(0, 1), i -> racing, i -> {}, downstream);
    assertArrived(downstream.signals());
  }

  private static void push(Subscriber<? super Integer> subscriber, int parity) {
    for (int i = parity; i < 2 * MANY; i += 2) {
      subscriber.onNext(i);
    }
  }

  private void assertArrived(List<Object> signals) {
    assertEquals(2 * MANY + 2, signals.size());
    assertEquals("completed", signals.get(2 * MANY + 1));
    for (int parity = 0; parity < 2; parity++) {
      int mine = parity;
      assertEquals(
          IntStream.range(0, 2 * MANY).filter(i -> i % 2 == mine).boxed().toList(),
          signals.stream().filter(s -> s instanceof Integer i && i % 2 == mine).toList());
    }
    assertFalse(downstream.overlapped());
  }

  @Test
  void twoThreadsOfTheOuterSourceLoseNothing() {
    for (int round = 0; round < 200; round++) {
      Tap<Integer> source = Tap.named("source");
      RecordingSubscriber<Integer> end = greedy();
      merge(any(), source, item -> new Range(item, 1), released::add, end);
      Race.run(round, () -> source.next(1, 2, 3), () -> source.next(4, 5, 6));
      source.complete();
      List<Object> items = new ArrayList<>(end.signals());
      items.removeAll(List.of("subscribed", "completed"));
      assertEquals(List.of(1, 2, 3, 4, 5, 6), items.stream().sorted().toList());
      assertEquals(List.of(), released);
    }
  }

  @Test
  void anOuterItemIsNotDroppedWhileAnotherIsMapped() {
    Tap<Integer> source = Tap.named("source");
    merge(
        any(),
        source,
        item -> {
          if (item == 1) {
            Elsewhere.run(() -> source.next(2));
          }
          return new Range(item, 1);
        },
        released::add,
        downstream);
    source.next(1);
    source.complete();
    assertEquals(List.of(2, 1, "completed"), delivered());
  }

  @Test
  void anItemOfAnotherThreadWaitsForTheOneBeingDelivered() {
    downstream.on(1, () -> Elsewhere.run(() -> a.next(2)));
    merged(any());
    a.next(1, 3);
    assertEquals(List.of(1, 2, 3), delivered());
    assertSame(Thread.currentThread(), downstream.deliverer());
  }

  @Test
  void anItemFromWithinAnItemIsDeliveredBehindIt() {
    downstream.on(1, () -> a.next(2));
    merged(any());
    a.next(1, 3);
    assertEquals(List.of(1, 2, 3), delivered());
    assertEquals(1, downstream.deepest());
  }

  @Test
  void aSourceFromWithinAnItemIsSubscribedTo() {
    downstream.on(
        1,
        () -> {
          outer.next(b);
          b.next(2);
        });
    merge(any());
    outer.next(a);
    a.next(1, 3);
    assertEquals(List.of(1, 2, 3), delivered());
  }

  @Test
  void sourcesAndItemsAreRequestedAsTheSettingsSay() {
    merge(Merge.<Integer>withDefaults().concurrency(2).prefetch(8));
    outer.next(a, b);
    assertEquals(List.of(2L), outer.calls());
    assertEquals(List.of(8L), a.calls());
    a.next(1, 2, 3, 4, 5, 6);
    assertEquals(List.of(8L, 6L), a.calls());
    a.complete();
    assertEquals(List.of(2L, 1L), outer.calls());
  }

  @Test
  void anImmediateErrorCancelsTheOthersAndDiscardsItemsThatWait() {
    downstream.on(
        1,
        () -> {
          a.next(2);
          b.fail(error);
        });
    merged(any());
    a.next(1);
    assertEquals(List.of(1, error), delivered());
    assertEquals(List.of(2), discarded);
    assertTrue(a.isCancelled() && outer.isCancelled());
    assertFalse(b.isCancelled());
  }

  @Test
  void severalDelayedErrorsArePartsOfOne() {
    merged(any().errors(ErrorMode.DELAYED));
    a.fail(error);
    b.next(1).fail(another);
    outer.complete();
    assertEquals(1, delivered().get(0));
    Throwable all = assertInstanceOf(RuntimeException.class, delivered().get(1));
    assertEquals(List.of(error, another), partsOf(all));
    assertEquals(2, delivered().size());
  }

  /** Returns the errors of which one was made, in the way of the library. */
  protected List<Throwable> partsOf(Throwable all) {
    List<Throwable> parts = new ArrayList<>(List.of(all.getCause()));
    parts.addAll(Arrays.asList(all.getSuppressed()));
    return parts;
  }

  @Test
  void anErrorOfTheOuterSourceIsDelayedToo() {
    merged(any().errors(ErrorMode.DELAYED));
    outer.fail(error);
    a.next(1).complete();
    b.complete();
    assertEquals(List.of(1, error), delivered());
  }

  @Test
  void aRequestThatIsNotPositiveEndsTheStream() {
    merged(any());
    downstream.subscription().request(0);
    assertInstanceOf(IllegalArgumentException.class, delivered().get(0));
    assertTrue(a.isCancelled() && b.isCancelled() && outer.isCancelled());
  }

  @Test
  @SuppressWarnings("NullAway") // on purpose
  void aNullItemIsRefusedByAnExceptionAndEndsTheStream() {
    merged(any());
    assertThrows(NullPointerException.class, () -> a.subscriber().onNext(null));
    assertInstanceOf(NullPointerException.class, delivered().get(0));
    assertTrue(a.isCancelled() && b.isCancelled());
  }
}
