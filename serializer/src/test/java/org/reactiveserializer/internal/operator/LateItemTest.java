package org.reactiveserializer.internal.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.AddedSource;
import org.reactiveserializer.DynamicMerge;
import org.reactiveserializer.Merge;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.Tap;

/** A source that is removed when it has just looked whether it may emit. */
class LateItemTest {
  private final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
  private final List<Integer> discarded = new ArrayList<>();
  private final Tap<Integer> a = Tap.named("a");
  private final Tap<Integer> b = Tap.named("b");

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void itsItemDoesNotKeepTheMergeFromEnding(boolean meetsAnOwner) {
    DynamicMerge<Integer> merge =
        Merge.<Integer>withDefaults().onDiscard(discarded::add).mergeDynamic();
    merge.subscribe(downstream);
    AddedSource source = merge.add(a);
    merge.add(b);
    merge.close();
    downstream.subscription().request(1);
    Runnable late =
        () -> {
          source.remove();
          emit(2);
        };
    if (meetsAnOwner) {
      downstream.on(1, late);
    }
    b.next(1);
    if (!meetsAnOwner) {
      late.run();
    }
    b.complete();
    assertEquals(List.of(2), discarded);
    assertEquals(List.of("subscribed", 1, "completed"), downstream.signals());
  }

  /** As {@link Inner#onNext} does behind that look. */
  @SuppressWarnings("unchecked") // a merge subscribes its own inner
  private void emit(int item) {
    Inner<Integer> inner = (Inner<Integer>) a.subscriber();
    inner.merge.item(inner, item);
  }
}
