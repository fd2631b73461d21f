package org.reactiveserializer.stress.support;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.ending.Termination;
import org.reactiveserializer.internal.operator.DelayedError;
import org.reactiveserializer.internal.operator.MergeSettings;
import org.reactiveserializer.internal.operator.Merger;
import org.reactiveserializer.internal.operator.SerialEmitter;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactiveserializer.internal.operator.SinkEmitter;
import org.reactiveserializer.internal.right.EmissionRight;
import org.reactiveserializer.internal.waiting.BoundedQueue;
import org.reactiveserializer.internal.waiting.Demand;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/**
 * The library's operators with another right. In a separate class, so that a virtual machine that
 * tests only the library does not load these subclasses, and compiles the code as it does for
 * users.
 */
final class Operators {
  private Operators() {}

  static SerialEmitter<Item> serial(
      EmissionRight right,
      Termination termination,
      Subscriber<? super Item> downstream,
      Hooks<Item> hooks) {
    return new SerialEmitter<Item>(termination, downstream, hooks) {
      @Override
      protected EmissionRight right() {
        return right;
      }
    };
  }

  static SinkEmitter<Item> sink(
      EmissionRight right,
      Demand demand,
      @Nullable BoundedQueue<Item> queue,
      SerialSettings<Item> settings) {
    return new SinkEmitter<Item>(demand, queue, settings) {
      @Override
      protected EmissionRight right() {
        return right;
      }
    };
  }

  static <S> Merger<S, Item> merger(
      EmissionRight right,
      MergeSettings<Item> settings,
      Function<S, Publisher<Item>> mapper,
      Subscriber<? super Item> downstream) {
    return new Merger<S, Item>(new Demand(), new DelayedError(), settings, mapper, downstream) {
      @Override
      protected EmissionRight right() {
        return right;
      }
    };
  }
}
