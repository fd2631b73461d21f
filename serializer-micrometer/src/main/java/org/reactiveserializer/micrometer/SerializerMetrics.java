package org.reactiveserializer.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.reactiveserializer.internal.observed.Group;
import org.reactiveserializer.internal.observed.Groups;

/**
 * Meters for every stream that has a name: sinks, serializers, merges, datagram sources and channel
 * streams. Streams that are created later are found as well. A stream without a name has no meters.
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
 *   <tr><td>{@code reactive.serializer.waiting.age}</td><td>time</td><td>for how long the oldest item has
 *       waited, at least: since the first reading that found it, or one that came soon after it</td></tr>
 *   <tr><td>{@code reactive.serializer.session.max}</td><td>time</td><td>for how long one thread has delivered
 *       what others had emitted, at most: of these sessions the longest that is under way, or has ended in the
 *       last minute, or up to one minute before</td></tr>
 *   <tr><td>{@code reactive.serializer.streams}</td><td>gauge</td><td>streams that are in memory</td></tr>
 * </table>
 *
 * <p>Streams of one kind with the same name are added up (the two maxima and the age: the largest of
 * them). The meters keep no stream alive. What a sink, a serializer or a
 * merge does after the last reading is counted when it ends. Otherwise that is lost when the stream is
 * collected.
 *
 * <p><b>Threads.</b> Reading takes no lock of a stream, and nothing is measured for an item that its own
 * thread delivers at once. Each session reads the clock twice. The thread that creates the first stream of a
 * name registers its meters.
 */
public final class SerializerMetrics implements MeterBinder, AutoCloseable {
  private static final String PREFIX = "reactive.serializer.";

  private final Tags tags;
  private final Queue<Consumer<Group>> observers = new ConcurrentLinkedQueue<>();

  // A meter holds its group weakly. With the group, the sums of streams that have ended would go.
  private final Set<Group> groups = ConcurrentHashMap.newKeySet();

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
    Consumer<Group> observer = group -> bind(group, registry);
    observers.add(observer);
    Groups.observe(observer);
  }

  /** Looks for no more streams, and lets go of those it knows. The meters stay as they are. */
  @Override
  public void close() {
    for (Consumer<Group> observer = observers.poll();
        observer != null;
        observer = observers.poll()) {
      Groups.ignore(observer);
    }
    groups.clear();
  }

  private void bind(Group group, MeterRegistry registry) {
    groups.add(group);
    Gauge streams = streams(group, registry);
    if (Double.isNaN(streams.value())) { // that of a group that was collected, by another binder
      registry.remove(streams);
      others(group, registry).forEach(registry::remove);
      streams(group, registry);
    }
    others(group, registry);
  }

  private Tags tags(Group group) {
    return tags.and("name", group.name(), "kind", group.kind());
  }

  private Gauge streams(Group group, MeterRegistry registry) {
    return Gauge.builder(PREFIX + "streams", group, Group::streams)
        .description("Streams that are in memory")
        .tags(tags(group))
        .register(registry);
  }

  /** Registers the other meters. Returns them, or those that are there already. */
  private List<Meter> others(Group group, MeterRegistry registry) {
    Tags own = tags(group);
    List<Meter> meters = new ArrayList<>();
    meters.add(
        FunctionCounter.builder(PREFIX + "delivered", group, Group::delivered)
            .description("Items that subscribers got")
            .baseUnit("items")
            .tags(own)
            .register(registry));
    meters.add(
        FunctionCounter.builder(PREFIX + "discarded", group, Group::discarded)
            .description(
                "Items that were accepted and will not be delivered, or had no other place")
            .baseUnit("items")
            .tags(own)
            .register(registry));
    for (String reason : group.reasons()) {
      meters.add(
          FunctionCounter.builder(PREFIX + "refused", group, known -> known.refused(reason))
              .description("Items that were not accepted")
              .baseUnit("items")
              .tags(own.and("reason", reason))
              .register(registry));
    }
    meters.add(
        Gauge.builder(PREFIX + "waiting", group, Group::waiting)
            .description("Items that wait")
            .baseUnit("items")
            .tags(own)
            .register(registry));
    meters.add(
        Gauge.builder(PREFIX + "waiting.max", group, Group::highWater)
            .description("The most items that have waited in one stream")
            .baseUnit("items")
            .tags(own)
            .register(registry));
    meters.add(
        TimeGauge.builder(
                PREFIX + "waiting.age",
                group,
                TimeUnit.NANOSECONDS,
                known -> known.age(System.nanoTime()))
            .description("For how long the oldest item has waited, at least")
            .tags(own)
            .register(registry));
    meters.add(
        TimeGauge.builder(
                PREFIX + "session.max",
                group,
                TimeUnit.NANOSECONDS,
                known -> known.longestSession(System.nanoTime()))
            .description("For how long one thread has delivered what others had emitted, at most")
            .tags(own)
            .register(registry));
    return meters;
  }
}
