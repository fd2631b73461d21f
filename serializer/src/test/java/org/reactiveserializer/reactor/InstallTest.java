package org.reactiveserializer.reactor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.logging.LogRecord;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.support.Elsewhere;
import org.reactiveserializer.support.Log;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.Tap;
import org.reactivestreams.Publisher;
import reactor.core.CoreSubscriber;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.Scannable.Attr;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.core.publisher.ParallelFlux;
import reactor.core.publisher.Sinks;

/**
 * The publishers that {@link ReactorSerializer#install} serializes, and those that it leaves alone.
 */
class InstallTest {

  @AfterEach
  void uninstall() {
    Hooks.resetOnEachOperator();
  }

  private static List<Object> play(Flux<Integer> flux, Tap<Integer> raw) {
    RecordingSubscriber<Integer> downstream =
        new RecordingSubscriber<Integer>().onSubscribe(s -> s.request(Long.MAX_VALUE));
    downstream.on(1, () -> Elsewhere.run(() -> raw.next(2)));
    flux.subscribe(downstream);
    raw.next(1, 3);
    return downstream.signals().subList(1, downstream.signals().size());
  }

  private static List<Object> playFrom() {
    Tap<Integer> raw = Tap.named("raw");
    return play(Flux.from(raw), raw);
  }

  @Test
  void aForeignPublisherIsSerializedUntilItIsUndone() {
    assertEquals(List.of(1, 3), playFrom(), "without the installation");
    Disposable installed = ReactorSerializer.install();
    assertEquals(List.of(1, 2, 3), playFrom());
    installed.dispose();
    assertEquals(List.of(1, 3), playFrom());
    installed.dispose();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void worksWhileReactorPropagatesContexts(boolean installedFirst) {
    Disposable installed = installedFirst ? ReactorSerializer.install() : () -> {};
    Hooks.enableAutomaticContextPropagation();
    try {
      Disposable second = installedFirst ? installed : installedWithoutAWarning();
      assertEquals(List.of(1, 2, 3), playFrom());
      Tap<Integer> inner = Tap.named("inner");
      assertEquals(List.of(1, 2, 3), play(Flux.just(0).flatMap(i -> inner), inner));
      second.dispose();
      assertEquals(List.of(1, 3), playFrom());
    } finally {
      Hooks.disableAutomaticContextPropagation();
    }
  }

  @Test
  void assembledStreamsAreNotChanged() {
    Tap<Integer> before = Tap.named("before");
    Tap<Integer> meanwhile = Tap.named("meanwhile");
    Flux<Integer> plain = Flux.from(before);
    Disposable installed = ReactorSerializer.install();
    Flux<Integer> serialized = Flux.from(meanwhile);
    installed.dispose();
    assertEquals(List.of(1, 3), play(plain, before));
    assertEquals(List.of(1, 2, 3), play(serialized, meanwhile));
  }

  @Test
  void installedTwiceItActsOnceAndUntilBothAreUndone() {
    Disposable first = ReactorSerializer.install();
    Disposable second = installedWithoutAWarning();
    Flux<Integer> flux = Flux.from(Tap.<Integer>named("raw"));
    Object source = assertInstanceOf(SerializedFlux.class, flux).scanUnsafe(Attr.PARENT);
    assertFalse(source instanceof SerializedFlux);
    first.dispose();
    assertEquals(List.of(1, 2, 3), playFrom());
    second.dispose();
    assertEquals(List.of(1, 3), playFrom());
  }

  @Test
  void theSettingsOfTheFirstInstallationApply() {
    List<Object> discarded = new ArrayList<>();
    ReactorSerializer.install(Serializer.withDefaults().onDiscard(discarded::add));
    ReactorSerializer.install();
    Tap<Integer> raw = Tap.named("raw");
    Flux.from(raw).take(1).subscribe();
    raw.next(1, 2);
    assertEquals(List.of(2), discarded);
  }

  @Test
  void otherHooksStay() {
    Hooks.onEachOperator("another", publisher -> publisher);
    ReactorSerializer.install().dispose();
    int[] calls = {0};
    Hooks.onEachOperator(
        "another",
        publisher -> {
          calls[0]++;
          return publisher;
        });
    Disposable installed = ReactorSerializer.install();
    calls[0] = 0;
    playFrom();
    assertEquals(1, calls[0]);
    installed.dispose();
    playFrom();
    assertEquals(2, calls[0]);
  }

  @Test
  void aWarningIsLoggedIfAnotherHookHidesWhichPublisherEnters() {
    Hooks.onEachOperator("another", Hidden::new);
    List<LogRecord> records = Log.during(ReactorSerializer::install);
    assertEquals(1, records.size());
    assertTrue(records.get(0).getMessage().contains("has no effect"));
    assertEquals(List.of(1, 3), playFrom());
  }

  @Test
  void noWarningIsLoggedIfAnotherHookWrapsWhatAnEarlierInstallationSerializes() {
    ReactorSerializer.install();
    Hooks.onEachOperator("lift", Operators.<Object, Object>lift((scannable, actual) -> actual));
    installedWithoutAWarning();
    assertEquals(List.of(1, 2, 3), playFrom());
  }

  @Test
  void nothingIsInstalledIfAnotherHookThrows() {
    Hooks.onEachOperator(
        "another",
        publisher -> {
          throw new IllegalStateException("strict");
        });
    assertThrows(IllegalStateException.class, ReactorSerializer::install);
    Hooks.resetOnEachOperator("another");
    assertEquals(List.of(1, 3), playFrom());
  }

  private static Disposable installedWithoutAWarning() {
    Disposable.Swap installed = Disposables.swap();
    assertEquals(List.of(), Log.during(() -> installed.replace(ReactorSerializer.install())));
    return installed;
  }

  private static final class Hidden extends Flux<Object> {
    private final Publisher<Object> source;

    Hidden(Publisher<Object> source) {
      this.source = source;
    }

    @Override
    public void subscribe(CoreSubscriber<? super Object> downstream) {
      source.subscribe(downstream);
    }
  }

  @Test
  void laterHooksStayAndNothingOfTheInstallationIsLeft() {
    Disposable installed = ReactorSerializer.install();
    int[] calls = {0};
    Hooks.onEachOperator(
        "later",
        publisher -> {
          calls[0]++;
          return publisher;
        });
    installed.dispose();
    assertEquals(List.of(1, 3), playFrom());
    assertEquals(1, calls[0]);
    Hooks.resetOnEachOperator("later");
    Flux<Integer> assembled = Flux.from(Tap.named("raw"));
    assertFalse(assembled instanceof SerializedFlux);
  }

  @Test
  void reactorsOwnPublishersAreLeft() {
    String range = Flux.range(1, 2).getClass().getName();
    String create = Flux.create(sink -> {}).getClass().getName();
    String sink = Sinks.many().unicast().onBackpressureBuffer().getClass().getName();
    ReactorSerializer.install();
    assertEquals(range, Flux.range(1, 2).getClass().getName());
    assertEquals(create, Flux.create(unused -> {}).getClass().getName());
    assertEquals(sink, Sinks.many().unicast().onBackpressureBuffer().getClass().getName());
    Flux<Integer> ours = ReactorSerializer.<Integer>many().asFlux();
    assertSame(ours, Flux.from(ours));
  }

  static Stream<Function<Publisher<Integer>, Flux<Integer>>> operators() {
    return Stream.of(
        raw -> Flux.range(1, 2).flatMap(i -> raw),
        raw -> Flux.range(1, 2).concatMap(i -> raw),
        raw -> Flux.just(1).hide().switchMap(i -> raw),
        raw -> Flux.merge(raw, Flux.never()),
        raw -> Flux.concat(raw, Flux.never()),
        raw -> Flux.defer(() -> raw),
        raw -> ParallelFlux.from(raw).sequential());
  }

  @ParameterizedTest
  @MethodSource("operators")
  void aForeignPublisherPassedToAnOperatorIsSerialized(
      Function<Publisher<Integer>, Flux<Integer>> operator) {
    ReactorSerializer.install();
    List<Object> subscribers = new ArrayList<>();
    operator
        .apply(subscriber -> subscribers.add(subscriber))
        .subscribe(new RecordingSubscriber<Integer>().onSubscribe(s -> s.request(1)));
    assertInstanceOf(CoreEmitter.class, subscribers.get(0));
  }

  @Test
  void monosAreLeft() {
    ReactorSerializer.install();
    Tap<Integer> raw = Tap.named("raw");
    Mono.from(raw).subscribe(new RecordingSubscriber<>());
    assertFalse(raw.subscriber() instanceof CoreEmitter);
  }

  /**
   * Subscribers that a hook adds on both sides of the operator's subscriber receive its signals,
   * one at a time.
   */
  @Test
  void anotherHookWrapsTheOperatorsSubscriberAndItsDownstream() {
    List<Object> wrapped = new ArrayList<>();
    Hooks.onEachOperator(
        "wrap",
        Operators.<Object, Object>lift(
            (stage, actual) -> {
              wrapped.add(stage.stepName());
              return actual;
            }));
    Tap<Integer> raw = Tap.named("raw");
    Flux<Integer> serial =
        Flux.from(raw).transform(ReactorSerializer.<Integer>serialize()).doOnNext(wrapped::add);
    assertEquals(List.of(1, 2, 3), play(serial, raw));
    assertEquals(List.of(1, 2, 3), wrapped.subList(wrapped.size() - 3, wrapped.size()));
    assertTrue(wrapped.size() > 3);
  }

  @Test
  void behindAnEarlierHook() {
    Hooks.onEachOperator("lift", Operators.<Object, Object>lift((scannable, actual) -> actual));
    Disposable installed = ReactorSerializer.install();
    assertEquals(List.of(1, 2, 3), playFrom());
    assertFalse(installed.isDisposed());
    installed.dispose();
    assertTrue(installed.isDisposed());
    assertEquals(List.of(1, 3), playFrom());
  }
}
