package org.reactiveserializer.observability.meters;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/**
 * Meters for every stream that has a name: sinks, serializers, merges, keyed sinks, datagram sources and
 * channel streams. Streams that are created later are found as well. A stream without a name has no meters.
 *
 * <pre>{@code
 * new SerializerMetrics().bindTo(registry);
 * SerialSink<Order> orders = Serializer.<Order>withDefaults().named("orders").sink();
 * }</pre>
 *
 * <table>
 *   <caption>Meters, each with the tags {@code name} and {@code kind}</caption>
 *   <tr><td>{@code reactive.serializer.delivered}</td><td>counter</td><td>items that subscribers got</td></tr>
 *   <tr><td>{@code reactive.serializer.discarded}</td><td>counter</td><td>items that went to the discard hook,
 *       or would have</td></tr>
 *   <tr><td>{@code reactive.serializer.refused}</td><td>counter</td><td>items that were not accepted, by the
 *       tag {@code reason}</td></tr>
 *   <tr><td>{@code reactive.serializer.waiting}</td><td>gauge</td><td>items that wait</td></tr>
 *   <tr><td>{@code reactive.serializer.waiting.max}</td><td>gauge</td><td>the most that have waited in one
 *       stream since the start; 0 for datagrams and channels, which do not count that</td></tr>
 *   <tr><td>{@code reactive.serializer.streams}</td><td>gauge</td><td>streams that are in memory</td></tr>
 * </table>
 *
 * <p>Streams of one kind with the same name are added up (the most that have waited: the largest of
 * them), those that have ended as well. The meters keep no stream alive. What a sink, a serializer or a merge
 * that has ended counted before it was collected is kept until it was read. What a stream that never ends does
 * after the last reading is lost when it is collected. A name has its meters for ever.
 *
 * <p><b>Threads.</b> Reading takes no lock of a stream, and nothing is measured for an item. The thread that
 * creates the first stream of a name registers its meters.
 */
@SuppressWarnings("exports") // a user of this class requires Micrometer anyway
public final class SerializerMetrics implements MeterBinder, AutoCloseable {
  private static final String PREFIX = "reactive.serializer.";

  private final Tags tags;
  private final Queue<Consumer<StreamGroup>> observers = new ConcurrentLinkedQueue<>();

  /** Creates a binder without tags of its own. */
  public SerializerMetrics() {
    this(Tags.empty());
  }

  /**
   * Creates a binder.
   *
   * @param tags are added to each meter
   */
  public SerializerMetrics(Iterable<Tag> tags) {
    this.tags = Tags.of(Objects.requireNonNull(tags, "tags is null"));
  }

  /**
   * Registers the meters of all streams that have a name, now and in the future.
   *
   * @param registry gets the meters
   */
  @Override
  public void bindTo(MeterRegistry registry) {
    Objects.requireNonNull(registry, "registry is null");
    Set<StreamGroup> bound = ConcurrentHashMap.newKeySet(); // one may come twice
    Consumer<StreamGroup> observer =
        group -> {
          if (bound.add(group)) {
            bind(group, registry);
          }
        };
    observers.add(observer);
    StreamGroups.observe(observer);
    if (!observers.contains(observer)) { // it was closed meanwhile
      StreamGroups.ignore(observer);
    }
  }

  /** Registers no more meters. Those that there are stay, and go on. */
  @Override
  public void close() {
    for (Consumer<StreamGroup> observer = observers.poll();
        observer != null;
        observer = observers.poll()) {
      StreamGroups.ignore(observer);
    }
  }

  private void bind(StreamGroup group, MeterRegistry registry) {
    Tags own = tags.and("name", group.name, "kind", group.kind);
    Meters meters = new Meters(group, registry, own);
    meters.counter("delivered", "Items that subscribers got", StreamGroup::delivered);
    meters.counter(
        "discarded",
        "Items that were accepted and will not be delivered, or had no other place",
        StreamGroup::discarded);
    for (String reason : group.reasons()) {
      new Meters(group, registry, own.and("reason", reason))
          .counter("refused", "Items that were not accepted", known -> known.refused(reason));
    }
    meters.gauge("waiting", "items", "Items that wait", StreamGroup::waiting);
    meters.gauge(
        "waiting.max",
        "items",
        "The most items that have waited in one stream",
        StreamGroup::highWater);
    meters.gauge("streams", "streams", "Streams that are in memory", StreamGroup::streams);
  }

  private record Meters(StreamGroup group, MeterRegistry registry, Tags tags) {
    void counter(String meter, String description, ToDoubleFunction<StreamGroup> figure) {
      FunctionCounter.builder(PREFIX + meter, group, figure)
          .description(description)
          .baseUnit("items")
          .tags(tags)
          .register(registry);
    }

    void gauge(
        String meter, String unit, String description, ToDoubleFunction<StreamGroup> figure) {
      Gauge.builder(PREFIX + meter, group, figure)
          .description(description)
          .baseUnit(unit)
          .tags(tags)
          .register(registry);
    }
  }
}
