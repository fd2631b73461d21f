package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static reactor.core.publisher.Sinks.EmitFailureHandler.FAIL_FAST;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactiveserializer.mutiny.MutinySerializer;
import org.reactiveserializer.mutiny.SerialEmitter;
import org.reactiveserializer.reactor.ReactorSerializer;
import org.reactiveserializer.rxjava3.RxSerializer;
import org.reactiveserializer.rxjava3.SerialProcessor;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.Tap;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Sinks;

/**
 * If a library's own handler of dropped errors throws, its exception reaches only the thread's
 * uncaught-exception handler. It is not thrown to the caller that signals the error (§2.13),
 * cancels or requests (§3.15, §3.16). The stream continues.
 */
class ThrowingHandlersTest {
  /** The library whose handler throws. */
  enum Library {
    RXJAVA,
    REACTOR,
    MUTINY
  }

  private final RuntimeException thrown = new IllegalStateException("thrown by the handler");
  private final Exception error = new Exception("the error");
  private final Tap<Integer> raw = Tap.named("raw");
  private final RecordingSubscriber<Integer> downstream =
      new RecordingSubscriber<Integer>().onSubscribe(s -> s.request(Long.MAX_VALUE));
  private final List<Integer> discarded = new ArrayList<>();
  private final List<Throwable> uncaught = Collections.synchronizedList(new ArrayList<>());
  private final Serializer<Integer> settings =
      Serializer.<Integer>withDefaults().errors(ErrorMode.DELAYED).onDiscard(discarded::add);
  private final Thread thread = Thread.currentThread();
  private final PrintStream err = System.err;

  @BeforeEach
  void hook() {
    System.setErr(new PrintStream(OutputStream.nullOutputStream(), true)); // RxJava prints as well
    RxJavaPlugins.setErrorHandler(dropped -> fail());
    Hooks.onErrorDropped(dropped -> fail());
    Infrastructure.setDroppedExceptionHandler(dropped -> fail());
    thread.setUncaughtExceptionHandler((t, e) -> uncaught.add(e));
  }

  @AfterEach
  void unhook() {
    RxJavaPlugins.reset();
    Hooks.resetOnErrorDropped();
    Hooks.resetOnNextDropped();
    Infrastructure.resetDroppedExceptionHandler();
    thread.setUncaughtExceptionHandler(null);
    System.setErr(err);
  }

  private void fail() {
    throw thrown;
  }

  private void subscribe(Library library) {
    Publisher<Integer> serial =
        switch (library) {
          case RXJAVA -> Flowable.fromPublisher(raw).compose(RxSerializer.serialize(settings));
          case REACTOR -> Flux.from(raw).transform(ReactorSerializer.serialize(settings));
          case MUTINY ->
              FlowAdapters.toPublisher(
                  Multi.createFrom()
                      .safePublisher(FlowAdapters.toFlowPublisher(raw))
                      .plug(MutinySerializer.serialize(settings)));
        };
    serial.subscribe(downstream);
  }

  /** Returns the subscription, without the wrapper of the library around a foreign subscriber. */
  private Subscription subscription() {
    Object ours = raw.subscriber();
    return (Subscription)
        (ours instanceof Subscription ? ours : FlowAdapters.toFlowSubscriber(raw.subscriber()));
  }

  private List<Object> delivered() {
    return downstream.signals().subList(1, downstream.signals().size());
  }

  /**
   * Checks that the uncaught-exception handler got both: what the library's handler threw, and
   * {@code dropped}, which RxJava wraps.
   */
  private void assertReported(Throwable dropped) {
    assertSame(thrown, uncaught.get(0));
    assertTrue(
        uncaught.stream()
            .flatMap(e -> Stream.concat(Stream.of(e), Stream.ofNullable(e.getCause())))
            .anyMatch(dropped::equals),
        uncaught::toString);
    assertEquals(0, thrown.getSuppressed().length);
  }

  @ParameterizedTest
  @EnumSource
  void anErrorAfterTheEnd(Library library) {
    subscribe(library);
    raw.next(1).complete();
    raw.fail(error);
    raw.next(2);
    assertEquals(List.of(1, "completed"), delivered());
    assertEquals(List.of(2), discarded);
    assertReported(error);
  }

  @ParameterizedTest
  @EnumSource
  void aCancellationThatLeavesAnErrorUnsignalled(Library library) {
    subscribe(library);
    downstream.on(
        1,
        () -> {
          raw.next(2, 3).fail(error);
          subscription().cancel();
        });
    raw.next(1);
    assertEquals(List.of(1), delivered());
    assertEquals(List.of(2, 3), discarded);
    assertEquals(List.of(Long.MAX_VALUE, "cancel"), raw.calls());
    assertReported(error);
  }

  @ParameterizedTest
  @EnumSource
  void aRequestThatBreaksARuleAfterAnotherError(Library library) {
    subscribe(library);
    List<Object> reached = new ArrayList<>();
    // Before the error of the rule, which is therefore dropped.
    raw.subscription().onCancel(() -> raw.fail(error));
    downstream.on(
        1,
        () -> {
          subscription().request(0);
          reached.add("returned");
        });
    raw.next(1);
    assertEquals(List.of(1, error), delivered());
    assertEquals(List.of("returned"), reached);
    assertSame(thrown, uncaught.get(0));
  }

  @Test
  void aProcessor() {
    SerialProcessor<Integer> processor = RxSerializer.processor(settings);
    processor.subscribe(downstream);
    processor.onComplete();
    processor.onError(error);
    assertEquals(List.of("completed"), delivered());
    assertReported(error);
  }

  @Test
  void aSink() {
    Sinks.Many<Integer> sink = ReactorSerializer.many(settings);
    sink.asFlux().subscribe(downstream);
    sink.emitComplete(FAIL_FAST);
    sink.emitError(error, FAIL_FAST);
    assertEquals(List.of("completed"), delivered());
    assertReported(error);
  }

  /** As with Reactor's own sinks: see {@link Hooks#onNextDroppedFail}. */
  @Test
  void anExceptionOfTheHookForDroppedItemsIsThrownToTheCallerOfEmitNext() {
    Hooks.onNextDropped(dropped -> fail());
    Sinks.Many<Integer> sink = ReactorSerializer.many();
    sink.asFlux().subscribe(downstream);
    sink.emitComplete(FAIL_FAST);
    assertSame(thrown, assertThrows(RuntimeException.class, () -> sink.emitNext(1, FAIL_FAST)));
    assertEquals(List.of("completed"), delivered());
    assertEquals(List.of(), uncaught);
  }

  @Test
  void anEmitterAndItsCallbacks() {
    List<String> reported = new ArrayList<>();
    RuntimeException another = new IllegalArgumentException("another");
    SerialEmitter<Integer> emitter =
        MutinySerializer.emitter(settings)
            .onTermination(
                () -> {
                  reported.add("terminated");
                  throw another;
                })
            .onCancellation(() -> reported.add("cancelled"));
    emitter.toMulti().subscribe(FlowAdapters.toFlowSubscriber(downstream));
    downstream.on(
        1,
        () -> {
          emitter.emit(2).fail(error);
          downstream.subscription().cancel();
        });
    emitter.emit(1).emit(3);
    assertEquals(List.of(1), delivered());
    assertEquals(List.of("terminated", "cancelled"), reported);
    assertEquals(List.of(2, 3), discarded);
    assertReported(error);
    assertReported(another);
  }
}
