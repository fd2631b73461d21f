package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.flow.FlowSerializer;
import org.reactiveserializer.mutiny.MutinySerializer;
import org.reactiveserializer.reactor.ReactorSerializer;
import org.reactiveserializer.rxjava3.RxSerializer;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;
import reactor.util.context.Context;

/** One sink of the core, as a stream of each library. */
class ViewsTest {
  private static final String REFUSAL =
      "this sink allows one subscriber, and was subscribed to before";

  private final SerialSink<Integer> sink =
      Serializer.withDefaults().bounded(2, Overflow.DROP_NEWEST).sink();
  private final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
  private final List<Object> dropped = new ArrayList<>();
  private final Exception error = new Exception("dropped");

  @AfterEach
  void reset() {
    RxJavaPlugins.reset();
    Infrastructure.resetDroppedExceptionHandler();
  }

  private List<Publisher<Integer>> views() {
    return List.of(
        RxSerializer.flowable(sink),
        ReactorSerializer.flux(sink),
        FlowAdapters.toPublisher(MutinySerializer.multi(sink)),
        FlowAdapters.toPublisher(FlowSerializer.publisher(sink)),
        sink.asPublisher());
  }

  @Test
  void eachDeliversAndTheSinkKeepsItsResultsAndStats() {
    for (int i = 0; i < 5; i++) {
      ViewsTest fresh = new ViewsTest();
      fresh.assertDelivers(fresh.views().get(i));
    }
  }

  private void assertDelivers(Publisher<Integer> view) {
    view.subscribe(downstream);
    assertEquals(EmitOutcome.QUEUED, sink.tryEmit(1));
    assertEquals(EmitOutcome.QUEUED, sink.tryEmit(2));
    assertEquals(EmitOutcome.OVERFLOW, sink.emit(3, Duration.ofMillis(1)));
    assertEquals(2, sink.backlog());
    downstream.subscription().request(2);
    assertEquals(List.of("subscribed", 1, 2), downstream.signals());
    assertEquals(2, sink.stats().delivered());
    assertEquals(EmitOutcome.DELIVERED, sink.tryComplete());
  }

  @Test
  void everyViewRefusesASecondSubscriberInTheSameWay() {
    sink.subscribe(downstream);
    for (Publisher<Integer> view : views()) {
      RecordingSubscriber<Integer> second = new RecordingSubscriber<>();
      view.subscribe(second);
      Throwable refusal = assertInstanceOf(IllegalStateException.class, second.signals().get(1));
      assertEquals(REFUSAL, refusal.getMessage());
    }
  }

  @Test
  void fluxUsesTheHooksOfTheContext() {
    SerialSink<Integer> plain = Serializer.withDefaults().sink();
    List<Object> discarded = new ArrayList<>();
    Flux<Integer> flux = ReactorSerializer.flux(plain);
    List<String> contexts = new ArrayList<>();
    flux.doOnDiscard(Integer.class, discarded::add)
        .transformDeferredContextual(
            (inner, context) -> {
              contexts.add(context.get("key"));
              return inner;
            })
        .contextWrite(Context.of("key", "value"))
        .subscribe(downstream);
    plain.tryEmit(1);
    plain.tryEmit(2);
    downstream.subscription().request(1);
    downstream.subscription().cancel();
    assertEquals(List.of(2), discarded);
    assertEquals(List.of("value"), contexts);
    assertEquals(1L, plain.stats().discarded());
  }

  @Test
  void fluxLeavesTheUsersHooksAlone() {
    List<Object> own = new ArrayList<>();
    List<Object> discarded = new ArrayList<>();
    SerialSink<Integer> hooked = Serializer.<Integer>withDefaults().onDiscard(own::add).sink();
    ReactorSerializer.flux(hooked).doOnDiscard(Integer.class, discarded::add).subscribe(downstream);
    hooked.tryEmit(1);
    downstream.subscription().cancel();
    assertEquals(List.of(1), own);
    assertEquals(List.of(), discarded);
  }

  @Test
  void fluxCanBeScanned() {
    SerialSink<Integer> plain = Serializer.withDefaults().sink();
    Scannable flux = Scannable.from(ReactorSerializer.flux(plain));
    plain.tryEmit(1);
    assertEquals(1, flux.scan(Scannable.Attr.BUFFERED));
    assertEquals(false, flux.scan(Scannable.Attr.TERMINATED));
  }

  @Test
  void droppedErrorsGoToTheLibrarysOwnHandler() {
    RxJavaPlugins.setErrorHandler(thrown -> dropped.add(thrown.getCause()));
    assertDropped(RxSerializer.flowable(sink));
    Infrastructure.setDroppedExceptionHandler(dropped::add);
    ViewsTest other = new ViewsTest();
    other.assertDropped(FlowAdapters.toPublisher(MutinySerializer.multi(other.sink)));
    assertEquals(List.of(error, other.error), dropped);
  }

  /** Cancels while an error waits, which is therefore dropped. */
  private void assertDropped(Publisher<Integer> view) {
    view.subscribe(downstream);
    sink.tryEmit(1);
    sink.tryFail(error);
    downstream.subscription().cancel();
  }
}
