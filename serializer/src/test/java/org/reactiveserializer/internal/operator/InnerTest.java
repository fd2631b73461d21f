package org.reactiveserializer.internal.operator;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.Tap;

class InnerTest {

  @Test
  void isRemovedOnceHoweverOftenItsPublisherEnds() {
    Tap<Integer> tap = Tap.named("tap");
    Merger<Tap<Integer>, Integer> merger =
        new Merger<>(
            new MergeSettings<>(1, 1, ErrorMode.IMMEDIATE, Hooks.none()),
            source -> source,
            new RecordingSubscriber<Integer>());
    Inner<Integer> inner = new Inner<>(merger, tap);
    assertTrue(inner.tryMarkLive());
    assertFalse(inner.tryMarkLive());
    assertFalse(inner.tryMarkRemoved());
    inner.markEnded();
    assertTrue(inner.tryMarkRemoved());
    inner.markEnded();
    assertFalse(inner.tryMarkLive());
    assertFalse(inner.tryMarkRemoved());
  }
}
