package org.reactiveserializer.benchmarks;

import io.reactivex.rxjava3.processors.FlowableProcessor;
import io.smallrye.mutiny.operators.multi.processors.UnicastProcessor;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.jctools.queues.varhandle.MpscUnboundedVarHandleArrayQueue;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.reactor.ReactorSerializer;
import reactor.core.publisher.Sinks.EmitFailureHandler;
import reactor.core.publisher.Sinks.EmitResult;
import reactor.core.publisher.Sinks.Many;

/**
 * Sinks for one subscriber that several threads emit into, each called in a way that refuses no
 * item.
 */
final class Sinks {
  private static final Duration LONG = Duration.ofDays(1);
  private static final int CAPACITY = 1024;
  private static final int CHUNK = 128;

  private Sinks() {}

  static Consumer<Integer> unbounded(Downstream downstream) {
    SerialSink<Integer> sink = Serializer.<Integer>withDefaults().sink();
    sink.subscribe(downstream);
    return item -> require(sink.tryEmit(item).isAccepted());
  }

  static Consumer<Integer> bounded(Downstream downstream) {
    SerialSink<Integer> sink =
        Serializer.<Integer>withDefaults().bounded(CAPACITY, Overflow.ERROR).sink();
    sink.subscribe(downstream);
    return item -> require(sink.emit(item, LONG).isAccepted());
  }

  static Consumer<Integer> reactor(Downstream downstream) {
    return busyLooping(
        reactor.core.publisher.Sinks.many()
            .unicast()
            .onBackpressureBuffer(new ConcurrentLinkedQueue<>()),
        downstream);
  }

  static Consumer<Integer> reactorOurs(Downstream downstream) {
    return busyLooping(ReactorSerializer.many(), downstream);
  }

  private static Consumer<Integer> busyLooping(Many<Integer> sink, Downstream downstream) {
    sink.asFlux().subscribe(downstream);
    EmitFailureHandler handler = EmitFailureHandler.busyLooping(LONG);
    return item -> sink.emitNext(item, handler);
  }

  static Consumer<Integer> reactorUnsafe(Downstream downstream) {
    Many<Integer> sink =
        reactor.core.publisher.Sinks.unsafe()
            .many()
            .unicast()
            .onBackpressureBuffer(new MpscUnboundedVarHandleArrayQueue<>(CHUNK));
    sink.asFlux().subscribe(downstream);
    return item -> require(sink.tryEmitNext(item) == EmitResult.OK);
  }

  static Consumer<Integer> rxjava(Downstream downstream) {
    FlowableProcessor<Integer> processor =
        io.reactivex.rxjava3.processors.UnicastProcessor.<Integer>create().toSerialized();
    processor.subscribe(downstream);
    return processor::onNext;
  }

  static Consumer<Integer> mutiny(Downstream downstream) {
    UnicastProcessor<Integer> processor = UnicastProcessor.create();
    processor.subscribe(downstream);
    return processor::onNext;
  }

  private static void require(boolean accepted) {
    if (!accepted) {
      throw new IllegalStateException("an item was refused");
    }
  }
}
