package org.reactiveserializer.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.reactivex.rxjava3.processors.FlowableProcessor;
import io.reactivex.rxjava3.processors.UnicastProcessor;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.subscription.MultiEmitter;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.mutiny.MutinySerializer;
import org.reactiveserializer.mutiny.SerialEmitter;
import org.reactiveserializer.reactor.ReactorSerializer;
import org.reactiveserializer.rxjava3.RxSerializer;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Sinks;

/**
 * Items and an error are emitted, and only then a subscriber subscribes: the replacement of a
 * library's sink delivers the same signals as that sink.
 */
class EarlyErrorTest {
  private final Exception error = new Exception("early");
  private final List<Object> all = List.of("subscribed", 1, 2, error);

  @Test
  void ofRxJava() {
    assertEquals(all, signals(fed(UnicastProcessor.<Integer>create().toSerialized())));
    assertEquals(all, signals(fed(RxSerializer.processor())));
  }

  private FlowableProcessor<Integer> fed(FlowableProcessor<Integer> processor) {
    processor.onNext(1);
    processor.onNext(2);
    processor.onError(error);
    return processor;
  }

  @Test
  void ofReactor() {
    assertEquals(all, signals(fed(Sinks.many().unicast().onBackpressureBuffer())));
    assertEquals(all, signals(fed(ReactorSerializer.many())));
  }

  private Publisher<Integer> fed(Sinks.Many<Integer> sink) {
    sink.tryEmitNext(1).orThrow();
    sink.tryEmitNext(2).orThrow();
    sink.tryEmitError(error).orThrow();
    return sink.asFlux();
  }

  @Test
  void ofMutiny() {
    Consumer<MultiEmitter<? super Integer>> feed = emitter -> emitter.emit(1).emit(2).fail(error);
    assertEquals(all, signalsOf(Multi.createFrom().emitter(feed)));
    assertEquals(all, signalsOf(MutinySerializer.emitter(feed, Serializer.withDefaults())));
    SerialEmitter<Integer> emitter = MutinySerializer.emitter();
    feed.accept(emitter);
    assertEquals(all, signalsOf(emitter.toMulti()));
  }

  private static List<Object> signalsOf(Flow.Publisher<Integer> publisher) {
    return signals(FlowAdapters.toPublisher(publisher));
  }

  private static List<Object> signals(Publisher<Integer> publisher) {
    RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
    publisher.subscribe(downstream);
    // The request follows all signals: the emitter has emitted them by now.
    downstream.subscription().request(2);
    return downstream.signals();
  }
}
