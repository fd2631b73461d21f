package org.reactiveserializer.observability.meters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.ref.WeakReference;
import java.lang.reflect.Constructor;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.Merge;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.internal.events.NamedStream;
import org.reactiveserializer.internal.events.Registration;
import org.reactiveserializer.testing.Log;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** The meters of streams with a name, read back from a registry. */
@Timeout(120)
class SerializerMetricsTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final SerializerMetrics metrics = new SerializerMetrics();

  @AfterEach
  void close() {
    metrics.close();
  }

  private double counter(String meter, String... tags) {
    return registry.get("reactive.serializer." + meter).tags(tags).functionCounter().count();
  }

  private double gauge(String meter, String... tags) {
    return registry.get("reactive.serializer." + meter).tags(tags).gauge().value();
  }

  private static SerialSink<Integer> sink(String name) {
    return Serializer.<Integer>withDefaults().named(name).bounded(2, Overflow.DROP_NEWEST).sink();
  }

  @Test
  void figuresOfASinkThatWasThereBefore() {
    SerialSink<Integer> sink = sink("before");
    metrics.bindTo(registry);
    for (int item = 0; item < 5; item++) {
      sink.tryEmit(item);
    }
    assertEquals(2, gauge("waiting", "name", "before", "kind", "sink"));
    assertEquals(2, gauge("waiting.max", "name", "before"));
    assertEquals(3, counter("refused", "name", "before", "reason", "overflow"));
    assertEquals(1, gauge("streams", "name", "before"));
    sink.subscribe(new Requesting(1));
    assertEquals(1, counter("delivered", "name", "before"));
    sink.abandon();
    assertEquals(1, counter("discarded", "name", "before"));
    sink.tryEmit(9);
    assertEquals(1, counter("refused", "name", "before", "reason", "terminated"));
    assertEquals(0, counter("refused", "name", "before", "reason", "cancelled"));
    assertEquals(0, counter("refused", "name", "before", "reason", "interrupted"));
  }

  @Test
  void streamsThatComeLaterAreFoundAndAddedUp() {
    metrics.bindTo(registry);
    SerialSink<Integer> first = sink("later");
    SerialSink<Integer> second = sink("later");
    first.tryEmit(1);
    second.tryEmit(2);
    assertEquals(2, gauge("waiting", "name", "later"));
    first.subscribe(new Requesting(9));
    second.subscribe(new Requesting(9));
    assertEquals(2, counter("delivered", "name", "later"));
    first.tryComplete();
    second.tryEmit(3);
    assertEquals(3, counter("delivered", "name", "later"));
    Merge.withDefaults().<Integer>named("later").of(second).subscribe(new Requesting(1));
    assertEquals(0, counter("delivered", "name", "later", "kind", "merge"));
  }

  /** Streams are created while the meters of others are registered, so their groups may come twice. */
  @Test
  void noMeterIsRegisteredTwice() {
    for (int i = 0; i < 64; i++) {
      sink("there-" + i);
    }
    AtomicBoolean isFirst = new AtomicBoolean(true);
    SimpleMeterRegistry creating =
        new SimpleMeterRegistry() {
          @Override
          protected <T> Gauge newGauge(Meter.Id id, @Nullable T of, ToDoubleFunction<T> value) {
            if (isFirst.getAndSet(false)) {
              for (int i = 0; i < 64; i++) {
                sink("meanwhile-" + i);
              }
            }
            return super.newGauge(id, of, value);
          }
        };
    assertEquals(
        List.of(), Log.during("io.micrometer.core.instrument", () -> metrics.bindTo(creating)));
  }

  @Test
  void ownTags() {
    try (SerializerMetrics tagged = new SerializerMetrics(Tags.of("region", "north"))) {
      tagged.bindTo(registry);
      SerialSink<Integer> sink = sink("tagged");
      assertEquals(0, gauge("waiting", "name", "tagged", "region", "north") + sink.backlog());
    }
  }

  @Test
  void aStreamThatIsGoneIsNotKeptAliveAndStaysInTheSums() {
    metrics.bindTo(registry);
    WeakReference<SerialSink<Integer>> gone = new WeakReference<>(deliverOne("gone"));
    while (gone.get() != null) {
      System.gc();
    }
    assertEquals(1, counter("delivered", "name", "gone"));
    assertEquals(0, gauge("streams", "name", "gone"));
  }

  private static SerialSink<Integer> deliverOne(String name) {
    SerialSink<Integer> sink = sink(name);
    sink.subscribe(new Requesting(9));
    sink.tryEmit(1);
    sink.tryComplete();
    return sink;
  }

  @Test
  void afterCloseNothingIsAdded() {
    metrics.bindTo(registry);
    metrics.close();
    SerialSink<Integer> sink = sink("closed");
    assertNull(registry.find("reactive.serializer.waiting").tags("name", "closed").gauge());
    assertEquals(0, sink.backlog());
  }

  /** Nobody was told of these refusals but their callers. */
  @Test
  void whatFollowsAnEndIsCountedAlthoughTheStreamIsGone() {
    metrics.bindTo(registry);
    WeakReference<SerialSink<Integer>> gone = new WeakReference<>(refuseTwo("late"));
    while (gone.get() != null) {
      System.gc();
    }
    assertEquals(2, counter("refused", "name", "late", "reason", "terminated"));
  }

  private static SerialSink<Integer> refuseTwo(String name) {
    SerialSink<Integer> sink = deliverOne(name);
    sink.tryEmit(2);
    sink.tryEmit(3);
    return sink;
  }

  @Test
  void aRegistryThatIsBoundAgainGoesOn() {
    metrics.bindTo(registry);
    SerialSink<Integer> first = deliverOne("again");
    metrics.close();
    try (SerializerMetrics again = new SerializerMetrics()) {
      again.bindTo(registry);
      SerialSink<Integer> second = deliverOne("again");
      assertEquals(2, gauge("streams", "name", "again") + first.backlog() + second.backlog());
      assertEquals(2, counter("delivered", "name", "again"));
    }
  }

  @Test
  void twoBindersOfOneRegistryCountOnce() {
    metrics.bindTo(registry);
    SerialSink<Integer> sink = sink("twice");
    sink.subscribe(new Requesting(9));
    sink.tryEmit(1);
    try (SerializerMetrics again = new SerializerMetrics()) {
      again.bindTo(registry);
      sink.tryEmit(2);
      assertEquals(2, counter("delivered", "name", "twice"));
      assertEquals(1, gauge("streams", "name", "twice"));
    }
    sink.tryEmit(3);
    assertEquals(3, counter("delivered", "name", "twice"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "a b", "a=b,c", "\u00e4\ud83d\ude00\n\u0000", "sink x", "${x}{}"})
  void anyName(String name) {
    metrics.bindTo(registry);
    SerialSink<Integer> sink = sink(name);
    sink.tryEmit(1);
    assertEquals(1, gauge("waiting", "name", name));
    sink.abandon();
    assertEquals(1, counter("discarded", "name", name));
  }

  /** As if it was collected before anybody asked for meters: then nobody knows the reasons of its name. */
  @Test
  void aStreamThatWasCollectedMakesNoGroup() throws ReflectiveOperationException {
    metrics.bindTo(registry);
    SerialSink<Integer> sink = Serializer.<Integer>withDefaults().named("elsewhere").sink();
    Constructor<Registration> constructor =
        Registration.class.getDeclaredConstructor(String.class, String.class, NamedStream.class);
    constructor.setAccessible(true);
    Registration collected = constructor.newInstance("sink", "returns", (NamedStream) sink);
    collected.clear();
    StreamGroups.add(collected);
    SerialSink<Integer> later = sink("returns");
    later.abandon();
    later.tryEmit(1);
    assertEquals(1, counter("refused", "name", "returns", "reason", "terminated"));
  }

  @Test
  void aRegistryThatIsClosedDoesNotDisturbTheOthers() {
    SimpleMeterRegistry closed = new SimpleMeterRegistry();
    metrics.bindTo(closed);
    closed.close();
    metrics.bindTo(registry);
    SerialSink<Integer> sink = sink("open");
    sink.tryEmit(1);
    assertEquals(2, gauge("waiting", "name", "open") + sink.backlog());
  }

  /** Requests this many items, once. */
  private record Requesting(long n) implements Subscriber<Integer> {
    @Override
    public void onSubscribe(Subscription subscription) {
      subscription.request(n);
    }

    @Override
    public void onNext(Integer item) {}

    @Override
    public void onError(Throwable error) {}

    @Override
    public void onComplete() {}
  }
}
