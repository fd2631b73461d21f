package org.reactiveserializer.reactor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.support.OperatorRules;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import reactor.core.CoreSubscriber;
import reactor.core.Scannable;
import reactor.core.Scannable.Attr;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;

/** The operator: the rules that all bridges share, and those of this bridge. */
class SerializeTest extends OperatorRules {
  private static final String KEY = "key";

  @BeforeEach
  void hook() {
    Hooks.onErrorDropped(dropped::add);
  }

  @AfterEach
  void unhook() {
    Hooks.resetOnErrorDropped();
  }

  @Override
  protected void subscribe(
      Publisher<Integer> source, Serializer<Integer> settings, Subscriber<Integer> end) {
    Flux.from(source)
        .transform(ReactorSerializer.serialize(settings))
        .doOnDiscard(Integer.class, discarded::add)
        .subscribe(end);
  }

  @Override
  protected void subscribe(Publisher<Integer> source, Subscriber<Integer> end) {
    Flux.from(source).transform(ReactorSerializer.serialize()).subscribe(end);
  }

  @Test
  void theSerializersOwnHooksTakePrecedence() {
    List<Object> own = new ArrayList<>();
    subscribe(
        raw,
        Serializer.<Integer>withDefaults().onDiscard(own::add).onErrorDropped(own::add),
        downstream);
    downstream.subscription().cancel();
    raw.next(1).fail(error);
    assertEquals(List.of(1, error), own);
    assertEquals(List.of(), discarded);
    assertEquals(List.of(), dropped);
  }

  @Test
  void theContextReachesTheSource() {
    Flux<Object> source = Flux.deferContextual(context -> Flux.just(context.<Object>get(KEY)));
    assertEquals(
        "value",
        source
            .transformDeferred(ReactorSerializer.serialize())
            .contextWrite(context -> context.put(KEY, "value"))
            .blockLast());
  }

  @Test
  void theContextIsAvailableAfterTheEndToo() {
    Flux.from(raw)
        .transform(ReactorSerializer.serialize())
        .contextWrite(context -> context.put(KEY, "value"))
        .subscribe(downstream);
    raw.complete();
    CoreSubscriber<?> subscriber = assertInstanceOf(CoreSubscriber.class, raw.subscriber());
    assertEquals("value", subscriber.currentContext().get(KEY));
  }

  @Test
  void aSubscribersOwnHookForDroppedErrorsPrecedesTheGlobalOne() {
    List<Object> own = new ArrayList<>();
    Consumer<Throwable> place = own::add;
    Flux.from(raw)
        .transform(ReactorSerializer.serialize())
        .contextWrite(context -> context.put("reactor.onErrorDropped.local", place))
        .subscribe(downstream);
    raw.complete();
    raw.fail(error);
    assertEquals(List.of(error), own);
    assertEquals(List.of(), dropped);
  }

  @Test
  void aFullOperatorHoldsTheDownstreamUntilTheErrorIsSignalled() {
    subscribe(
        raw,
        Serializer.<Integer>withDefaults().bounded(1, Overflow.ERROR).errors(ErrorMode.DELAYED),
        downstream);
    downstream.on(
        1,
        () -> {
          raw.next(2, 3);
          Scannable emitter = Scannable.from(raw.subscriber());
          assertNotNull(emitter.scan(Attr.ACTUAL));
          assertEquals(List.of(3), discarded);
        });
    raw.next(1);
    assertEquals(List.of(1, 2), delivered().subList(0, 2));
    assertInstanceOf(IllegalStateException.class, delivered().get(2));
    assertTrue(raw.isCancelled());
  }

  @Test
  void aSourceThatThrowsFromSubscribeDoesNotBypassTheSerializer() {
    Publisher<Integer> throwing =
        subscriber -> {
          raw.subscribe(subscriber);
          throw new IllegalStateException("boom");
        };
    subscribe(throwing, Serializer.withDefaults(), downstream);
    assertEquals(1, downstream.signals().stream().filter(Throwable.class::isInstance).count());
    raw.next(1);
    assertEquals(List.of(1), discarded);
  }
}
