package org.reactiveserializer.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.AddedSource;
import org.reactiveserializer.DynamicMerge;
import org.reactiveserializer.Merge;
import org.reactiveserializer.testing.Elsewhere;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/**
 * The rules of the merges of each bridge whose sources come and go: the same for all libraries.
 */
public abstract class DynamicMergeRules {
  protected final List<Integer> discarded = Collections.synchronizedList(new ArrayList<>());
  protected final List<Throwable> dropped = Collections.synchronizedList(new ArrayList<>());
  private final List<Object> unused = new ArrayList<>();
  private final RecordingSubscriber<Integer> downstream =
      new RecordingSubscriber<Integer>()
          .onSubscribe(subscription -> subscription.request(Long.MAX_VALUE));
  private final Tap<Integer> a = Tap.named("a");
  private final Tap<Integer> b = Tap.named("b");

  /** Returns a source of the library's own type, as the core takes it. */
  protected abstract Publisher<Integer> source(Publisher<Integer> raw);

  /** Subscribes to the library's view of a merge. */
  protected abstract void subscribe(DynamicMerge<Integer> merge, Subscriber<Integer> end);

  /** Returns the settings to begin with. */
  protected Merge<Integer> any() {
    return Merge.withDefaults();
  }

  @Test
  void sourcesComeAndGo() {
    DynamicMerge<Integer> merge = any().mergeDynamic(unused::add);
    merge.add(source(a));
    assertFalse(a.isSubscribed());
    subscribe(merge, downstream);
    AddedSource second = merge.add(source(b));
    downstream.on(
        1,
        () -> {
          Elsewhere.run(() -> a.next(2));
          b.next(10);
          second.remove();
        });
    a.next(1);
    assertSignals(1, 2);
    assertEquals(List.of(10), discarded);
    assertTrue(merge.close());
    assertFalse(merge.add(source(b)).isAccepted());
    a.next(3).complete();
    assertSignals(1, 2, 3, "completed");
    assertEquals(List.of(), unused);
  }

  @Test
  void aSourceMayFailAlone() {
    DynamicMerge<Integer> merge = any().mergeDynamic(unused::add);
    subscribe(merge, downstream);
    List<Throwable> failures = new ArrayList<>();
    merge.add(source(a), failures::add);
    merge.add(source(b));
    IllegalStateException error = new IllegalStateException("of a source");
    a.fail(error);
    b.next(1);
    assertEquals(List.of(error), failures);
    assertSignals(1);
    b.fail(error);
    assertSignals(1, error);
    assertFalse(merge.add(source(a)).isAccepted());
  }

  @Test
  void aSourceThatIsNotSubscribedToGoesToItsHook() {
    DynamicMerge<Integer> merge = any().mergeDynamic(unused::add);
    merge.add(source(a));
    AddedSource second = merge.add(source(b));
    second.remove();
    assertEquals(1, unused.size());
    downstream.onSubscribe(subscription -> subscription.cancel());
    subscribe(merge, downstream);
    assertEquals(2, unused.size());
    assertFalse(merge.add(source(a)).isAccepted());
    assertFalse(a.isSubscribed() || b.isSubscribed());
  }

  @Test
  void aDynamicMergeHasOneSubscriber() {
    DynamicMerge<Integer> merge = any().mergeDynamic(unused::add);
    subscribe(merge, downstream);
    RecordingSubscriber<Integer> another = new RecordingSubscriber<>();
    subscribe(merge, another);
    assertInstanceOf(IllegalStateException.class, another.signals().get(1));
    merge.add(source(new Range(1, 1)));
    assertSignals(1);
  }

  private void assertSignals(Object... expected) {
    List<Object> signals = downstream.signals();
    assertEquals(List.of(expected), signals.subList(1, signals.size()));
  }
}
