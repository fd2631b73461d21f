package org.reactiveserializer.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.AddedSource;
import org.reactiveserializer.Merge;
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

  /** A dynamic merge of the library. */
  protected interface Dynamic {
    AddedSource add(Publisher<Integer> source);

    AddedSource add(Publisher<Integer> source, Consumer<Throwable> onError);

    boolean close();

    void subscribe(Subscriber<Integer> end);
  }

  /** Makes a dynamic merge of the library. */
  protected abstract Dynamic dynamic(Merge<Integer> settings, Consumer<Object> onDiscardSource);

  /** Returns the settings to begin with. */
  protected Merge<Integer> any() {
    return Merge.withDefaults();
  }

  @Test
  void sourcesComeAndGo() {
    Dynamic merge = dynamic(any(), unused::add);
    merge.add(a);
    assertFalse(a.isSubscribed());
    merge.subscribe(downstream);
    AddedSource second = merge.add(b);
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
    assertFalse(merge.add(b).isAccepted());
    a.next(3).complete();
    assertSignals(1, 2, 3, "completed");
    assertEquals(List.of(), unused);
  }

  @Test
  void aSourceMayFailAlone() {
    Dynamic merge = dynamic(any(), unused::add);
    merge.subscribe(downstream);
    List<Throwable> failures = new ArrayList<>();
    merge.add(a, failures::add);
    merge.add(b);
    IllegalStateException error = new IllegalStateException("of a source");
    a.fail(error);
    b.next(1);
    assertEquals(List.of(error), failures);
    assertSignals(1);
    b.fail(error);
    assertSignals(1, error);
    assertFalse(merge.add(a).isAccepted());
  }

  @Test
  void aSourceThatIsNotSubscribedToGoesToItsHook() {
    Dynamic merge = dynamic(any(), unused::add);
    merge.add(a);
    AddedSource second = merge.add(b);
    second.remove();
    assertEquals(1, unused.size());
    downstream.onSubscribe(subscription -> subscription.cancel());
    merge.subscribe(downstream);
    assertEquals(2, unused.size());
    assertFalse(merge.add(a).isAccepted());
    assertFalse(a.isSubscribed() || b.isSubscribed());
  }

  @Test
  void aDynamicMergeHasOneSubscriber() {
    Dynamic merge = dynamic(any(), unused::add);
    merge.subscribe(downstream);
    RecordingSubscriber<Integer> another = new RecordingSubscriber<>();
    merge.subscribe(another);
    assertInstanceOf(IllegalStateException.class, another.signals().get(1));
    merge.add(new Range(1, 1));
    assertSignals(1);
  }

  private void assertSignals(Object... expected) {
    List<Object> signals = downstream.signals();
    assertEquals(List.of(expected), signals.subList(1, signals.size()));
  }
}
