package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.Tap;
import org.reactiveserializer.testing.Elsewhere;
import org.reactivestreams.Publisher;

/** Sources that are removed from a dynamic merge, and what becomes of their items. */
class DynamicMergeRemovalTest {
  private final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
  private final List<Integer> discarded = new ArrayList<>();
  private final List<Throwable> dropped = new ArrayList<>();
  private final List<Publisher<? extends Integer>> unused = new ArrayList<>();
  private final Tap<Integer> a = Tap.named("a");
  private final Tap<Integer> b = Tap.named("b");

  private final DynamicMerge<Integer> merge = merging(256);

  private DynamicMerge<Integer> merging(int concurrency) {
    return Merge.<Integer>withDefaults()
        .concurrency(concurrency)
        .onDiscard(discarded::add)
        .onErrorDropped(dropped::add)
        .mergeDynamic(unused::add);
  }

  private void subscribe(long requested) {
    merge.subscribe(downstream);
    if (requested != 0) {
      downstream.subscription().request(requested);
    }
  }

  @Test
  void cancelsTheSourceAlone() {
    subscribe(9);
    AddedSource source = merge.add(a);
    merge.add(b);
    a.next(1);
    source.remove();
    source.remove();
    b.next(2);
    assertEquals(List.of(128L, "cancel"), a.calls());
    assertFalse(b.isCancelled());
    assertSignals(1, 2);
  }

  @Test
  void discardsItsItemsThatWaitAndNoOthers() {
    subscribe(0);
    AddedSource source = merge.add(a);
    merge.add(b);
    a.next(1);
    b.next(2);
    a.next(3, 4);
    b.next(5);
    source.remove();
    assertEquals(List.of(1, 3, 4), discarded, "without any demand");
    downstream.subscription().request(9);
    assertSignals(2, 5);
  }

  @Test
  void discardsTheItemsOfASourceThatHasEnded() {
    subscribe(0);
    AddedSource source = merge.add(a);
    a.next(1).complete();
    merge.close();
    source.remove();
    assertEquals(List.of(1), discarded);
    assertSignals("completed");
  }

  @Test
  void letsTheMergeComplete() {
    subscribe(0);
    AddedSource source = merge.add(a);
    merge.close();
    a.next(1);
    source.remove();
    assertSignals("completed");
  }

  @Test
  void makesRoomForTheNextSource() {
    DynamicMerge<Integer> narrow = merging(1);
    narrow.subscribe(downstream);
    AddedSource source = narrow.add(a);
    narrow.add(b);
    assertFalse(b.isSubscribed());
    source.remove();
    assertTrue(b.isSubscribed());
  }

  @Test
  void noItemFollowsARemovalFromWithinASignal() {
    subscribe(1);
    AddedSource source = merge.add(a);
    merge.add(b);
    a.next(1, 2, 3);
    b.next(4);
    a.next(5);
    downstream.on(2, source::remove);
    downstream.subscription().request(Long.MAX_VALUE);
    assertSignals(1, 2, 4);
    assertEquals(List.of(3, 5), discarded);
  }

  @Test
  void soItIsIfTheItemsWereHandedOverTogether() {
    List<AddedSource> sources = new ArrayList<>();
    downstream
        .on(1, () -> Elsewhere.run(() -> IntStream.range(10, 40).forEach(a::next)))
        .on(12, () -> sources.get(0).remove());
    subscribe(Long.MAX_VALUE);
    sources.add(merge.add(a));
    merge.add(b);
    b.next(1, 2);
    assertSignals(1, 10, 11, 12, 2);
    assertEquals(27, discarded.size());
    merge.close();
    b.complete();
    assertSignals(1, 10, 11, 12, 2, "completed");
  }

  @Test
  void anotherThreadRemovesWhileThisOneDelivers() {
    subscribe(Long.MAX_VALUE);
    AddedSource source = merge.add(a);
    merge.add(b);
    downstream.on(
        1,
        () -> {
          a.next(2, 3);
          b.next(4);
          Elsewhere.run(source::remove);
        });
    b.next(1);
    assertSignals(1, 4);
    assertEquals(List.of(2, 3), discarded);
  }

  @Test
  void anItemThatIsEmittedAfterwardsIsDiscarded() {
    subscribe(9);
    AddedSource source = merge.add(a);
    source.remove();
    a.next(1);
    a.fail(new RuntimeException("late"));
    assertEquals(List.of(1), discarded);
    assertEquals("late", dropped.get(0).getMessage());
    assertSignals();
  }

  @Test
  void aSourceThatWaitsForTheSubscriberIsNotSubscribedTo() {
    AddedSource source = merge.add(a);
    merge.add(b);
    source.remove();
    source.remove();
    assertEquals(List.of(a), unused);
    subscribe(9);
    merge.close();
    b.complete();
    assertFalse(a.isSubscribed());
    assertSignals("completed");
  }

  @Test
  void aSourceWhoseSubscriptionArrivesLaterIsCancelledThen() {
    subscribe(9);
    a.quiet();
    AddedSource source = merge.add(a);
    merge.close();
    source.remove();
    assertSignals("completed");
    a.subscriber().onSubscribe(b.subscription());
    assertEquals(List.of("cancel"), b.calls());
  }

  @Test
  void aHookThatThrowsDoesNotKeepTheOtherItems() {
    RecordingSubscriber<Integer> idle = new RecordingSubscriber<>();
    DynamicMerge<Integer> throwing =
        Merge.<Integer>withDefaults()
            .onDiscard(
                (Integer item) -> {
                  discarded.add(item);
                  throw new IllegalStateException("of the hook");
                })
            .onErrorDropped(dropped::add)
            .mergeDynamic();
    throwing.subscribe(idle);
    AddedSource source = throwing.add(a);
    a.next(1, 2, 3);
    source.remove();
    assertEquals(List.of(1, 2, 3), discarded);
    assertEquals(3, dropped.size());
  }

  @Test
  void aCancellationDiscardsTheItemsOfTheOthers() {
    subscribe(0);
    AddedSource source = merge.add(a);
    merge.add(b);
    a.next(1);
    b.next(2);
    source.remove();
    downstream.subscription().cancel();
    assertEquals(List.of(1, 2), discarded);
    assertTrue(b.isCancelled());
    source.remove();
  }

  private void assertSignals(Object... expected) {
    List<Object> signals = downstream.signals();
    assertEquals(List.of(expected), signals.subList(1, signals.size()));
  }
}
