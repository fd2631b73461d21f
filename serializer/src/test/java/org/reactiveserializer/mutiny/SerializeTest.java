package org.reactiveserializer.mutiny;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.smallrye.mutiny.Context;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.smallrye.mutiny.operators.AbstractMulti;
import io.smallrye.mutiny.subscription.MultiSubscriber;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.support.OperatorRules;
import org.reactiveserializer.support.RecordingSubscription;
import org.reactiveserializer.testing.Elsewhere;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/** The operator: the rules that all bridges share, and those of this bridge. */
class SerializeTest extends OperatorRules {
  private static final Object KEY = new Object();

  @BeforeEach
  void hook() {
    Infrastructure.setDroppedExceptionHandler(dropped::add);
  }

  @AfterEach
  void unhook() {
    Infrastructure.resetDroppedExceptionHandler();
  }

  private static <T> Multi<T> multi(Publisher<T> raw) {
    return Multi.createFrom().safePublisher(FlowAdapters.toFlowPublisher(raw));
  }

  @Override
  protected void subscribe(
      Publisher<Integer> source, Serializer<Integer> settings, Subscriber<Integer> end) {
    multi(source)
        .plug(MutinySerializer.serialize(settings.onDiscard(discarded::add)))
        .subscribe(FlowAdapters.toFlowSubscriber(end));
  }

  @Override
  protected void subscribe(Publisher<Integer> source, Subscriber<Integer> end) {
    multi(source).plug(MutinySerializer.serialize()).subscribe(FlowAdapters.toFlowSubscriber(end));
  }

  /** Mutiny inserts a subscriber of its own, which does not lose items either. */
  @Test
  void nothingIsLostBehindAPublisherThatMutinyWraps() {
    downstream.on(1, () -> Elsewhere.run(() -> raw.next(2)));
    Multi.createFrom()
        .publisher(FlowAdapters.toFlowPublisher(raw))
        .plug(MutinySerializer.serialize())
        .subscribe(FlowAdapters.toFlowSubscriber(downstream));
    raw.next(1, 3).complete();
    assertEquals(List.of(1, 2, 3, "completed"), delivered());
    assertFalse(downstream.overlapped());
  }

  @Test
  void theContextReachesTheSource() {
    List<Object> items =
        Multi.createFrom()
            .context(context -> Multi.createFrom().item(context.<Object>get(KEY)))
            .plug(MutinySerializer.serialize())
            .collect()
            .asList()
            .awaitUsing(Context.of(KEY, "value"))
            .indefinitely();
    assertEquals(List.of("value"), items);
  }

  /** Until the error that ends the stream has been signalled. */
  @Test
  void theContextIsAvailableWhileTheQueueIsFull() {
    Serializer<Integer> settings =
        Serializer.<Integer>withDefaults().bounded(1, Overflow.ERROR).errors(ErrorMode.DELAYED);
    Catching<Integer> source = new Catching<>();
    source
        .plug(MutinySerializer.serialize(settings.onDiscard(discarded::add)))
        .subscribe(OfMutiny.in(Context.of(KEY, "value"), downstream));
    MutinyDialect.Serial<?> emitter = assertInstanceOf(MutinyDialect.Serial.class, source.caught);
    RecordingSubscription upstream = new RecordingSubscription();
    emitter.onSubscribe(upstream);
    downstream.on(
        1,
        () -> {
          source.push(2);
          source.push(3);
          assertEquals("value", emitter.context().get(KEY));
        });
    source.push(1);
    assertEquals(List.of(1, 2), delivered().subList(0, 2));
    assertInstanceOf(IllegalStateException.class, delivered().get(2));
    assertTrue(emitter.context().isEmpty());
    assertEquals(List.of(Long.MAX_VALUE, "cancel"), upstream.calls());
  }

  @Test
  @SuppressWarnings("NullAway") // on purpose
  void aNullDownstreamIsRefusedBeforeTheSourceIsSubscribedTo() {
    Catching<Integer> source = new Catching<>();
    Multi<Integer> serial = source.plug(MutinySerializer.serialize());
    AbstractMulti<?> ours = assertInstanceOf(AbstractMulti.class, serial);
    assertThrows(NullPointerException.class, () -> ours.subscribe((MultiSubscriber<Object>) null));
    assertNull(source.caught);
  }

  @Test
  void aDownstreamMayHaveNoContext() {
    Catching<Integer> source = new Catching<>();
    source.plug(MutinySerializer.serialize()).subscribe(new OfMutiny(downstream));
    assertTrue(assertInstanceOf(MutinyDialect.Serial.class, source.caught).context().isEmpty());
  }

  /** There is no adapter of Mutiny between a source and the operator. */
  @Test
  void aSourceGetsTheOperatorsSubscriberItself() {
    Catching<Integer> source = new Catching<>();
    source.plug(MutinySerializer.serialize()).subscribe(FlowAdapters.toFlowSubscriber(downstream));
    assertInstanceOf(MutinyDialect.Serial.class, source.caught);
  }

  private static final class Catching<T> extends AbstractMulti<T> {
    @Nullable MultiSubscriber<? super T> caught;

    @Override
    public void subscribe(MultiSubscriber<? super T> subscriber) {
      caught = subscriber;
    }

    void push(T item) {
      Objects.requireNonNull(caught).onItem(item);
    }
  }
}
