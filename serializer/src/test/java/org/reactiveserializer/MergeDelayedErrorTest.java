package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.support.MergeScene;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.RecordingSubscription;
import org.reactivestreams.Publisher;

/** Delayed errors of sources: when they are signalled, and how they are combined. */
class MergeDelayedErrorTest {
  private final Throwable error = new Exception("first");
  private final Throwable another = new Exception("another");

  @Test
  void aDelayedErrorWaitsForAllSources() {
    MergeScene scene = delayed();
    scene.a.next(1).fail(error);
    scene.b.next(10, 11);
    scene.request(2);
    assertEquals(List.of(1, 10), scene.delivered());
    scene.outer.complete();
    scene.b.complete();
    assertEquals(List.of(1, 10), scene.delivered(), "11 waits for demand");
    scene.request(1);
    assertEquals(List.of(1, 10, 11, error), scene.delivered());
    assertFalse(scene.b.isCancelled() || scene.outer.isCancelled());
  }

  @Test
  void severalDelayedErrorsArePartsOfAFreshOne() {
    Throwable third = new Bare();
    MergeScene scene = delayed();
    scene.a.fail(error);
    scene.b.fail(another);
    assertEquals(List.of(), scene.delivered());
    scene.outer.fail(third);
    assertEquals(1, scene.delivered().size());
    assertFresh(scene.delivered().get(0), "3 sources failed", error, another, third);
    assertEquals(List.of(), scene.dropped);
  }

  /**
   * Checks the message, the cause and the suppressed errors, and that none of them was modified.
   */
  private static void assertFresh(
      Object signalled, String message, Throwable first, Throwable... others) {
    RuntimeException fresh = assertInstanceOf(RuntimeException.class, signalled);
    assertEquals(message, fresh.getMessage());
    assertSame(first, fresh.getCause());
    assertArrayEquals(others, fresh.getSuppressed());
    assertEquals(0, first.getSuppressed().length);
    for (Throwable other : others) {
      assertEquals(0, other.getSuppressed().length);
    }
  }

  @Test
  void anErrorThatIsSharedDoesNotGrow() {
    for (int i = 0; i < 3; i++) {
      MergeScene scene = delayed();
      scene.a.fail(error);
      scene.b.fail(new Exception("of round " + i));
      scene.outer.complete();
    }
    assertEquals(0, error.getSuppressed().length);
  }

  /** In quadratic time this would take minutes. */
  @Test
  void manyDelayedErrorsTakeLinearTime() {
    int many = 160_000;
    List<Throwable> errors = Stream.generate(() -> (Throwable) new Bare()).limit(many).toList();
    RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
    Publisher<Integer> merged =
        Merge.<Integer>withDefaults()
            .concurrency(1)
            .errors(ErrorMode.DELAYED)
            .of(errors.stream().map(MergeDelayedErrorTest::failing).toList());
    assertTimeoutPreemptively(Duration.ofSeconds(60), () -> merged.subscribe(downstream));
    assertFresh(
        downstream.signals().get(1),
        many + " sources failed",
        errors.get(0),
        errors.subList(1, many).toArray(Throwable[]::new));
  }

  private static Publisher<Integer> failing(Throwable error) {
    return subscriber -> {
      subscriber.onSubscribe(new RecordingSubscription());
      subscriber.onError(error);
    };
  }

  @Test
  void theSameErrorTwiceIsOne() {
    MergeScene scene = delayed();
    scene.a.fail(error);
    scene.b.fail(error);
    scene.outer.complete();
    assertEquals(List.of(error), scene.delivered());
    assertEquals(0, error.getSuppressed().length);
  }

  @Test
  void aDelayedErrorThatACancellationOvertakesIsDropped() {
    MergeScene scene = delayed();
    scene.a.fail(error);
    scene.b.fail(another);
    scene.subscription().cancel();
    assertEquals(1, scene.dropped.size());
    assertFresh(scene.dropped.get(0), "2 sources failed", error, another);
  }

  private static MergeScene delayed() {
    return MergeScene.merged(merge -> merge.errors(ErrorMode.DELAYED));
  }

  private static final class Bare extends Exception {
    private static final long serialVersionUID = 1;

    Bare() {
      super("without suppression", null, false, false);
    }
  }
}
