package org.reactiveserializer.reactor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.support.RecordingSubscriber;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Sinks;
import reactor.core.publisher.Sinks.EmitResult;

/** A recording subscriber for a sink, and a record of the calls of Reactor's hooks. */
final class ManyScene implements BeforeEachCallback, AfterEachCallback {
  final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
  final List<Object> discarded = Collections.synchronizedList(new ArrayList<>());

  /** The dropped items and errors. */
  final List<Object> dropped = Collections.synchronizedList(new ArrayList<>());

  @Override
  public void beforeEach(ExtensionContext context) {
    Hooks.onErrorDropped(dropped::add);
    Hooks.onNextDropped(dropped::add);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    Hooks.resetOnErrorDropped();
    Hooks.resetOnNextDropped();
  }

  void subscribe(Sinks.Many<Integer> sink) {
    sink.asFlux().doOnDiscard(Integer.class, discarded::add).subscribe(downstream);
  }

  List<Object> delivered() {
    return downstream.signals().subList(1, downstream.signals().size());
  }

  /** Creates a sink in which one item may wait. */
  static Sinks.Many<Integer> ofOne() {
    return ReactorSerializer.many(Serializer.withDefaults().bounded(1, Overflow.DROP_NEWEST));
  }

  static void emit(Sinks.Many<Integer> sink, Integer... items) {
    for (Integer item : items) {
      assertEquals(EmitResult.OK, sink.tryEmitNext(item));
    }
  }
}
