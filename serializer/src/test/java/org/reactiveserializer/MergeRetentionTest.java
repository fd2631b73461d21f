package org.reactiveserializer;

import static org.reactiveserializer.support.Collected.assertCollected;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.Tap;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Objects that a merge, or a source that keeps its subscriber, must not keep alive (§3.13). */
class MergeRetentionTest {
  private final Tap<Publisher<Object>> outer = Tap.named("outer");
  private final List<WeakReference<?>> held = new ArrayList<>();
  private Subscriber<? super Object> last = new RecordingSubscriber<>();

  static List<Named<Consumer<Subscription>>> ends() {
    return List.of(
        Named.of("cancellation", Subscription::cancel),
        Named.of("error", subscription -> subscription.request(0)));
  }

  @ParameterizedTest
  @MethodSource("ends")
  void nothingIsHeldAfterTheEnd(Consumer<Subscription> end) {
    Subscription subscription = used(end);
    held.forEach(reference -> assertCollected(reference));
    Reference.reachabilityFence(subscription);
    Reference.reachabilityFence(last);
  }

  @Test
  void aSourceThatEndedIsNotHeld() {
    Subscription subscription = used(unended -> {});
    WeakReference<?> ended = emitSource();
    last.onComplete();
    last = new RecordingSubscriber<>();
    assertCollected(ended);
    Reference.reachabilityFence(subscription);
  }

  @Test
  void aSourceThatEndedDoesNotHoldItsNeighbours() {
    Subscription subscription = used(unended -> {});
    WeakReference<?> neighbour = endTwo();
    assertCollected(neighbour);
    Reference.reachabilityFence(last); // the other one of the two
    Reference.reachabilityFence(subscription);
  }

  private WeakReference<?> endTwo() {
    emitSource();
    Subscriber<? super Object> older = last;
    WeakReference<?> younger = emitSource();
    Subscriber<? super Object> youngest = last;
    older.onComplete();
    youngest.onComplete();
    last = older;
    return younger;
  }

  /** A separate method, so that no stack frame keeps the objects alive. */
  private Subscription used(Consumer<Subscription> end) {
    RecordingSubscriber<Object> downstream = new RecordingSubscriber<>();
    Merge.withDefaults().concurrency(9).flatMap(outer, source -> source).subscribe(downstream);
    held.add(new WeakReference<>(downstream));
    emitSource();
    push(); // waits
    end.accept(downstream.subscription());
    push(); // arrives after the end, or waits
    return downstream.subscription();
  }

  private WeakReference<?> emitSource() {
    Tap<Object> tap = Tap.named("tap");
    outer.next(tap);
    last = tap.subscriber();
    return new WeakReference<Object>(last);
  }

  private void push() {
    Object item = new Object();
    held.add(new WeakReference<>(item));
    last.onNext(item);
  }
}
