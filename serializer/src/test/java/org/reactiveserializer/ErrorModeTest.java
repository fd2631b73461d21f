package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactiveserializer.flow.FlowSerializer;
import org.reactiveserializer.mutiny.MutinySerializer;
import org.reactiveserializer.mutiny.SerialEmitter;
import org.reactiveserializer.reactor.ReactorSerializer;
import org.reactiveserializer.rxjava3.RxSerializer;
import org.reactiveserializer.rxjava3.SerialProcessor;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

/** The error mode of everything that a serializer makes, unset and set by the user. */
class ErrorModeTest {
  private static final Exception ERROR = new Exception("the error");

  /**
   * Makes a stream with given settings. It contains two items and an error before anything is
   * requested.
   */
  private record Way(
      String name, boolean delays, Function<Serializer<Integer>, Publisher<Integer>> make) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Way sink(String name, Function<SerialSink<Integer>, Publisher<Integer>> view) {
    return new Way(name, true, settings -> view.apply(fed(settings.sink())));
  }

  static Stream<Way> ways() {
    return Stream.of(
        sink("the core's sink", SerialSink::asPublisher),
        sink("flowable", RxSerializer::flowable),
        sink("flux", ReactorSerializer::flux),
        sink("multi", sink -> FlowAdapters.toPublisher(MutinySerializer.multi(sink))),
        sink("publisher", sink -> FlowAdapters.toPublisher(FlowSerializer.publisher(sink))),
        new Way("RxJava's processor", true, settings -> fed(RxSerializer.processor(settings))),
        new Way("Reactor's many", true, settings -> fed(ReactorSerializer.many(settings))),
        new Way("Mutiny's emitter", true, settings -> fed(MutinySerializer.emitter(settings))),
        new Way("the core's operator", false, settings -> settings.serialize(raw())),
        new Way(
            "RxJava's operator",
            false,
            settings -> Flowable.fromPublisher(raw()).compose(RxSerializer.serialize(settings))),
        new Way(
            "Flow's operator",
            false,
            settings ->
                FlowAdapters.toPublisher(
                    FlowSerializer.serialize(FlowAdapters.toFlowPublisher(raw()), settings))),
        new Way(
            "Reactor's operator",
            true,
            settings -> Flux.from(raw()).transform(ReactorSerializer.serialize(settings))),
        new Way(
            "Mutiny's operator",
            true,
            settings ->
                FlowAdapters.toPublisher(
                    Multi.createFrom()
                        .safePublisher(FlowAdapters.toFlowPublisher(raw()))
                        .plug(MutinySerializer.serialize(settings)))));
  }

  private static SerialSink<Integer> fed(SerialSink<Integer> sink) {
    sink.tryEmit(1);
    sink.tryEmit(2);
    sink.tryFail(ERROR);
    return sink;
  }

  private static Publisher<Integer> fed(SerialProcessor<Integer> processor) {
    fed(processor.sink());
    return processor;
  }

  private static Publisher<Integer> fed(Sinks.Many<Integer> many) {
    many.tryEmitNext(1);
    many.tryEmitNext(2);
    many.tryEmitError(ERROR);
    return many.asFlux();
  }

  private static Publisher<Integer> fed(SerialEmitter<Integer> emitter) {
    fed(emitter.sink());
    return FlowAdapters.toPublisher(emitter.toMulti());
  }

  /**
   * Signals the second item and the error within the delivery of the first item, so that they wait.
   */
  private static Publisher<Integer> raw() {
    return subscriber -> {
      subscriber.onSubscribe(new org.reactiveserializer.support.RecordingSubscription());
      WITHIN_THE_FIRST.set(
          () -> {
            subscriber.onNext(2);
            subscriber.onError(ERROR);
          });
      subscriber.onNext(1);
    };
  }

  private static final ThreadLocal<Runnable> WITHIN_THE_FIRST =
      ThreadLocal.withInitial(() -> () -> {});

  private static List<Object> signals(Publisher<Integer> stream) {
    RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
    downstream.onSubscribe(subscription -> subscription.request(9));
    downstream.on(1, () -> WITHIN_THE_FIRST.get().run());
    stream.subscribe((Subscriber<Integer>) downstream);
    WITHIN_THE_FIRST.remove();
    return downstream.signals();
  }

  @ParameterizedTest
  @MethodSource("ways")
  void unset(Way way) {
    List<Object> expected =
        way.delays() ? List.of("subscribed", 1, 2, ERROR) : List.of("subscribed", 1, ERROR);
    assertEquals(expected, signals(way.make().apply(Serializer.withDefaults())));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void delayed(Way way) {
    Serializer<Integer> settings = Serializer.<Integer>withDefaults().errors(ErrorMode.DELAYED);
    assertEquals(List.of("subscribed", 1, 2, ERROR), signals(way.make().apply(settings)));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void immediate(Way way) {
    List<Integer> discarded = new ArrayList<>();
    Consumer<Integer> hook = discarded::add;
    Serializer<Integer> settings =
        Serializer.<Integer>withDefaults().errors(ErrorMode.IMMEDIATE).onDiscard(hook);
    List<Object> signals = signals(way.make().apply(settings));
    assertEquals(ERROR, signals.get(signals.size() - 1));
    assertEquals(2, discarded.size() + signals.size() - 2, "items delivered or discarded");
    assertEquals(true, discarded.contains(2));
  }
}
