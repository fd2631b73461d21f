package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactiveserializer.support.Range;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.Tap;
import org.reactivestreams.Publisher;

/** An array or an iterable of sources is read no further than needed. */
class MergeOfTest {
  private final RuntimeException error = new RuntimeException("from the iterator");
  private final Tap<Integer> a = Tap.named("a");
  private final Tap<Integer> b = Tap.named("b");
  private final Iterator<Tap<Integer>> taps = List.of(a, b).iterator();
  private final RecordingSubscriber<Integer> downstream =
      new RecordingSubscriber<Integer>()
          .onSubscribe(subscription -> subscription.request(Long.MAX_VALUE));

  @Test
  void theNextElementIsNotTakenBeforeThereIsRoom() {
    AtomicInteger taken = new AtomicInteger();
    Iterable<Publisher<Integer>> counted =
        iterating(
            taps::hasNext,
            () -> {
              taken.incrementAndGet();
              return taps.next();
            });
    Merge.withDefaults().concurrency(1).of(counted).subscribe(downstream);
    a.next(1);
    assertEquals(1, taken.get());
    a.complete();
    assertEquals(2, taken.get());
    assertTrue(b.isSubscribed());
  }

  @Test
  void theNextOfAnArrayIsNotSubscribedToBeforeThereIsRoom() {
    Merge.withDefaults().concurrency(1).<Integer>of(a, b).subscribe(downstream);
    a.next(1);
    assertFalse(b.isSubscribed());
    a.complete();
    assertTrue(b.isSubscribed());
  }

  @Test
  void thereIsRoomFor256SourcesByDefault() {
    List<Tap<Integer>> many = Stream.generate(() -> Tap.<Integer>named("tap")).limit(257).toList();
    Merge.withDefaults().of(many).subscribe(downstream);
    assertTrue(many.get(255).isSubscribed());
    assertFalse(many.get(256).isSubscribed());
    many.get(0).complete();
    assertTrue(many.get(256).isSubscribed());
  }

  @Test
  void theArrayIsCopied() {
    Range[] ranges = {new Range(1, 1), new Range(2, 1)};
    Publisher<Integer> merged = Merge.withDefaults().concurrency(2).of(ranges);
    ranges[1] = new Range(3, 1);
    merged.subscribe(downstream);
    assertEquals(List.of("subscribed", 1, 2, "completed"), downstream.signals());
  }

  @ParameterizedTest
  @EnumSource
  void aHasNextThatThrowsAfterSomeSources(ErrorMode mode) {
    assertFails(
        mode,
        iterating(
            () -> {
              if (taps.hasNext()) {
                return true;
              }
              throw error;
            },
            taps::next));
  }

  @ParameterizedTest
  @EnumSource
  void aNextThatThrowsAfterSomeSources(ErrorMode mode) {
    assertFails(
        mode,
        iterating(
            () -> true,
            () -> {
              if (taps.hasNext()) {
                return taps.next();
              }
              throw error;
            }));
  }

  private void assertFails(ErrorMode mode, Iterable<Publisher<Integer>> publishers) {
    Merge.withDefaults().concurrency(3).errors(mode).of(publishers).subscribe(downstream);
    assertEquals(mode == ErrorMode.IMMEDIATE, a.isCancelled() && b.isCancelled());
    a.next(1).complete();
    b.next(2).complete();
    assertEquals(
        mode == ErrorMode.IMMEDIATE
            ? List.of("subscribed", error)
            : List.of("subscribed", 1, 2, error),
        downstream.signals());
  }

  private static Iterable<Publisher<Integer>> iterating(
      BooleanSupplier hasNext, Supplier<Publisher<Integer>> next) {
    return () ->
        new Iterator<>() {
          @Override
          public boolean hasNext() {
            return hasNext.getAsBoolean();
          }

          @Override
          public Publisher<Integer> next() {
            return next.get();
          }
        };
  }
}
