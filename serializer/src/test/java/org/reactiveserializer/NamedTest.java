package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.reactivex.rxjava3.subjects.PublishSubject;
import java.util.List;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.flow.FlowSerializer;
import org.reactiveserializer.mutiny.MutinySerializer;
import org.reactiveserializer.reactor.ReactorSerializer;
import org.reactiveserializer.rxjava3.RxSerializer;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.testing.Log;
import org.reactivestreams.FlowAdapters;
import reactor.core.publisher.Sinks;

/** The name of a stream, where somebody looks for the stream that went wrong. */
class NamedTest {
  private final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
  private final Serializer<Integer> orders = Serializer.withDefaults().named("orders");

  @Test
  void isInToString() {
    assertEquals("SerialSink[orders]", orders.sink().toString());
    assertEquals("SerialSubscriber[orders]", orders.wrap(downstream).toString());
    assertEquals("SerialMany[orders]", ReactorSerializer.many(orders).toString());
    assertEquals(
        "SerialMany[orders]",
        ReactorSerializer.many(Sinks.many().replay().all(), orders).toString());
    Merge.withDefaults().<Integer>named("prices").of(List.of()).subscribe(downstream);
    assertEquals("Merge[prices]", downstream.subscription().toString());
    assertEquals(
        "SerialProcessor of SerialSink[orders]", RxSerializer.processor(orders).toString());
    assertEquals(
        "SerialEmitter of SerialSink[orders]", MutinySerializer.emitter(orders).toString());
    assertEquals(
        "SerialSubject of SerialObserver of SerialSubscriber[orders]",
        RxSerializer.subject(PublishSubject.<Integer>create(), orders).toString());
    assertEquals(
        "SerialSubscriber[orders]",
        FlowSerializer.wrap(FlowAdapters.toFlowSubscriber(downstream), orders).toString());
    assertTrue(Serializer.withDefaults().sink().toString().matches("SerialSink@[0-9a-f]+"));
  }

  @Test
  void staysWhenAnotherSettingChanges() {
    assertEquals(
        "SerialSink[orders]",
        orders
            .bounded(1, Overflow.ERROR)
            .errors(ErrorMode.DELAYED)
            .onDiscard(item -> {})
            .onErrorDropped(error -> {})
            .deliverOn(Runnable::run)
            .sink()
            .toString());
  }

  @Test
  void isInMessages() {
    SerialSink<Integer> sink = orders.bounded(1, Overflow.ERROR).sink();
    sink.subscribe(downstream);
    sink.tryEmit(1);
    sink.tryEmit(2);
    downstream.subscription().request(1);
    assertTrue(downstream.signals().get(2).toString().contains("overflow in orders: 1 items wait"));

    RecordingSubscriber<Integer> second = new RecordingSubscriber<>();
    sink.subscribe(second);
    assertTrue(
        second.signals().get(1).toString().contains("the sink orders allows one subscriber"));
  }

  @Test
  void isInTheLogOfDroppedErrors() {
    Exception late = new Exception("late");
    List<LogRecord> logged =
        Log.during(
            () -> {
              SerialSubscriber<Integer> wrapped = orders.wrap(new RecordingSubscriber<>());
              wrapped.onComplete();
              wrapped.onError(late);
              SerialSink<Integer> sink = orders.sink();
              sink.tryEmit(1);
              sink.tryFail(late);
              sink.subscribe(downstream);
              downstream.subscription().cancel();
            });
    String message = "Dropped an error that cannot be signalled, in the stream orders";
    assertEquals(List.of(message, message), logged.stream().map(LogRecord::getMessage).toList());
  }
}
