package org.reactiveserializer.benchmarks;

import io.reactivex.rxjava3.subscribers.SerializedSubscriber;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import java.net.URI;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.reactiveserializer.BiasedMode;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.benchmarks.alternatives.AlternativeSerializer;
import org.reactiveserializer.benchmarks.alternatives.CounterAndQueue;
import org.reactiveserializer.benchmarks.alternatives.OneNodeAnItem;
import org.reactiveserializer.benchmarks.alternatives.TailSwap;
import org.reactiveserializer.benchmarks.alternatives.Waiting;
import reactor.core.publisher.Operators;

/**
 * Everything that is measured, under the names that the command line knows. Each contender gets the
 * same downstream and is entered through a {@link Consumer}, so none has an extra call.
 */
enum Contender {
  /** This library without biased mode. */
  SERIALIZER(Role.OURS, "this library, biased mode off", Serializers::ours),

  /**
   * This library in biased mode, in which a thread that is the only producer needs no atomic
   * instructions.
   */
  BIASED(
      Role.OURS_BIASED,
      "this library, biased mode (needs JDK 24 or later, or 22 on Linux, x86-64)",
      Serializer.class,
      d -> biased("on", d, Serializers::ours)),

  /** A monitor. */
  SYNCHRONIZED(Role.RIVAL, "a monitor around onNext", Object.class, Serializers::monitor),

  /** A lock. */
  REENTRANT_LOCK(
      Role.RIVAL, "a ReentrantLock around onNext", ReentrantLock.class, Serializers::lock),

  /** RxJava. */
  RXJAVA(
      Role.RIVAL, "RxJava's SerializedSubscriber", SerializedSubscriber.class, Serializers::rxjava),

  /** Reactor. */
  REACTOR(Role.RIVAL, "Reactor's Operators.serialize", Operators.class, Serializers::reactor),

  /** Mutiny. */
  MUTINY(Role.RIVAL, "Mutiny's SerializedSubscriber", Infrastructure.class, Serializers::mutiny),

  /** No serializer: the upper limit with one producer, and incorrect with several. */
  UNSERIALIZED(
      Role.CEILING, "the downstream itself, no serializer", Object.class, Serializers::itself),

  /** This library's sink. */
  SINK(Role.SINK, "this library's sink", Sinks::unbounded),
  /** This library's sink in biased mode. */
  SINK_BIASED(
      Role.SINK,
      "this library's sink, biased mode",
      Serializer.class,
      d -> biased("on", d, Sinks::unbounded)),
  /** This library's bounded sink. */
  SINK_BOUNDED(
      Role.SINK, "this library's sink, capacity 1024, producers wait for room", Sinks::bounded),
  /** Reactor's sink, whose producers retry. */
  SINK_REACTOR(Role.SINK, "Reactor's Sinks.many(), busyLooping", Operators.class, Sinks::reactor),
  /** This library behind Reactor's interface, called like Reactor's own sink. */
  SINK_REACTOR_OURS(Role.SINK, "this library's Sinks.Many, busyLooping", Sinks::reactorOurs),
  /** Reactor's sink without its check for concurrent calls, over a queue for several producers. */
  SINK_REACTOR_UNSAFE(
      Role.SINK,
      "Reactor's Sinks.unsafe() over a queue of JCTools",
      Operators.class,
      Sinks::reactorUnsafe),
  /** RxJava's processor. */
  SINK_RXJAVA(
      Role.SINK, "RxJava's serialized UnicastProcessor", SerializedSubscriber.class, Sinks::rxjava),
  /** Mutiny's processor. */
  SINK_MUTINY(Role.SINK, "Mutiny's UnicastProcessor", Infrastructure.class, Sinks::mutiny),

  /** The bridge to the JDK's {@code Flow}. */
  BRIDGE_FLOW(Role.BRIDGE, "FlowSerializer.serialize", Bridges::flow),
  /** The bridge to RxJava's {@code Flowable}. */
  BRIDGE_RXJAVA(Role.BRIDGE, "RxSerializer, of a Flowable", Bridges::rxjava),
  /** The bridge to RxJava's {@code Observable}. */
  BRIDGE_RXJAVA_OBSERVABLE(
      Role.BRIDGE, "RxSerializer, of an Observable", Bridges::rxjavaObservable),
  /** The bridge to Reactor. */
  BRIDGE_REACTOR(Role.BRIDGE, "ReactorSerializer.serialize", Bridges::reactor),
  /** The bridge to Mutiny. */
  BRIDGE_MUTINY(Role.BRIDGE, "MutinySerializer.serialize", Bridges::mutiny),

  /** A list of single items, without runs. */
  ALT_NODES("one node per item", d -> new OneNodeAnItem(d, Waiting.NOT)),
  /** The same, with producers that look a few times. */
  ALT_NODES_LOOKS("the same, four looks", d -> new OneNodeAnItem(d, Waiting.BRIEFLY)),
  /** The same, with producers that make way as the library's do. */
  ALT_NODES_YIELDS("the same, with yields", d -> new OneNodeAnItem(d, Waiting.WITH_YIELDS)),
  /** A queue whose tail is the word. */
  ALT_TAIL_SWAP("a linked queue whose tail is the word", TailSwap::new),
  /** The usual design: a work-in-progress counter and a queue. */
  ALT_COUNTER_CHUNKS("a counter and JCTools' chunked queue", CounterAndQueue::new);

  /** The purpose of a contender. */
  enum Role {
    /** This library, compared with the best rival. */
    OURS,
    /** This library in biased mode, where the JDK and the system support it. */
    OURS_BIASED,
    /** An alternative that users have. */
    RIVAL,
    /** The upper limit, which no serializer can reach. */
    CEILING,
    /** A sink: measured only if requested. */
    SINK,
    /** An operator of this library's bridges: measured only if requested. */
    BRIDGE,
    /** A rejected design: measured only if requested. */
    ALTERNATIVE
  }

  private final Role role;
  private final String description;
  private final Class<?> origin;
  private final Function<Downstream, Consumer<Integer>> opening;

  Contender(
      Role role,
      String description,
      Class<?> origin,
      Function<Downstream, Consumer<Integer>> opening) {
    this.role = role;
    this.description = description;
    this.origin = origin;
    this.opening = opening;
  }

  /** A contender of this library with biased mode off. */
  Contender(Role role, String description, Function<Downstream, Consumer<Integer>> opening) {
    this(role, description, Serializer.class, d -> biased("off", d, opening));
  }

  Contender(String description, Function<Downstream, Consumer<Integer>> opening) {
    this(Role.ALTERNATIVE, description, AlternativeSerializer.class, opening);
  }

  /** Creates a serializer in front of {@code downstream} and returns its {@code onNext}. */
  Consumer<Integer> open(Downstream downstream) {
    return opening.apply(downstream);
  }

  Role role() {
    return role;
  }

  String description() {
    return description;
  }

  /** Returns the origin with its version: the name of the jar file, or the JDK. */
  String artifact() {
    CodeSource source = origin.getProtectionDomain().getCodeSource();
    return source == null
        ? "JDK " + Runtime.version()
        : Path.of(URI.create(source.getLocation().toString())).getFileName().toString();
  }

  /** Returns the name on the command line. */
  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Finds a contender by its label. */
  static Optional<Contender> labelled(String label) {
    return Arrays.stream(values()).filter(each -> each.label().equals(label)).findFirst();
  }

  /** Returns the contender with a label, which must exist. */
  static Contender of(String label) {
    return labelled(label)
        .orElseThrow(() -> new IllegalArgumentException("Unknown contender: " + label));
  }

  /** Returns all contenders with a role. */
  static List<Contender> in(Role role) {
    return Arrays.stream(values()).filter(each -> each.role == role).toList();
  }

  /** Returns whether biased mode seems to be available on this JDK and system. */
  static boolean canBeBiased() {
    return BiasedMode.status().startsWith("on");
  }

  private static Consumer<Integer> biased(
      String bias, Downstream downstream, Function<Downstream, Consumer<Integer>> opening) {
    System.setProperty("org.reactiveserializer.bias", bias); // read once per virtual machine
    if (!BiasedMode.status().startsWith(bias)) {
      throw new IllegalStateException(
          "bias must be %s in this virtual machine, but is %s"
              .formatted(bias, BiasedMode.status()));
    }
    return opening.apply(downstream);
  }
}
