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
import org.jctools.queues.varhandle.MpscLinkedVarHandleQueue;
import org.jctools.queues.varhandle.MpscUnboundedVarHandleArrayQueue;
import org.reactiveserializer.BiasedMode;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.benchmarks.alternatives.AlternativeSerializer;
import org.reactiveserializer.benchmarks.alternatives.CounterAndQueue;
import org.reactiveserializer.benchmarks.alternatives.CounterBesideFinals;
import org.reactiveserializer.benchmarks.alternatives.Courtesy;
import org.reactiveserializer.benchmarks.alternatives.InheritedWord;
import org.reactiveserializer.benchmarks.alternatives.Lag;
import org.reactiveserializer.benchmarks.alternatives.MakesWay;
import org.reactiveserializer.benchmarks.alternatives.Neighbour;
import org.reactiveserializer.benchmarks.alternatives.Notifying;
import org.reactiveserializer.benchmarks.alternatives.OneNodeAnItem;
import org.reactiveserializer.benchmarks.alternatives.PacedTakes;
import org.reactiveserializer.benchmarks.alternatives.ReadsFirst;
import org.reactiveserializer.benchmarks.alternatives.SealedSegments;
import org.reactiveserializer.benchmarks.alternatives.TailSwap;
import org.reactiveserializer.benchmarks.alternatives.UnpaddedWord;
import org.reactiveserializer.benchmarks.alternatives.WordAndQueue;
import org.reactiveserializer.benchmarks.alternatives.WordAndSpinningQueue;
import org.reactiveserializer.benchmarks.alternatives.WordAndStack;
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

  /** This library's design before its segments stayed open. */
  ALT_SEALED_SEGMENTS(
      "this library's drain state with segments that are sealed when taken", waiting(Lag.FORMER)),
  /** Sealed segments; the owner does not wait before it releases ownership. */
  ALT_NO_LAG("sealed segments, no wait before ownership is released", waiting(Lag.NONE)),
  /** Sealed segments; the owner looks for work after every spin of its wait. */
  ALT_PEEKING_LAG("sealed segments, the wait looks for work at every spin", waiting(Lag.PEEKING)),
  /** Sealed segments with a shorter wait. */
  ALT_LAG_30("sealed segments, a wait of 30 spins", waiting(Lag.blind(30))),
  /** Sealed segments with a longer wait. */
  ALT_LAG_300("sealed segments, a wait of 300 spins", waiting(Lag.blind(300))),
  /** Sealed segments with a much longer wait. */
  ALT_LAG_1000("sealed segments, a wait of 1000 spins", waiting(Lag.blind(1000))),
  /** Sealed segments as in the first version. */
  ALT_LAG_ANY_BATCH(
      "sealed segments, a wait after the first batch of 8 items", waiting(Lag.ANY_BATCH)),
  /** Sealed segments; the owner waits only later in a session. */
  ALT_SESSION_64(
      "sealed segments, waits after 64 items in a session", waiting(Lag.fromSession(64))),
  /** Sealed segments; the owner waits only much later in a session. */
  ALT_SESSION_1024(
      "sealed segments, waits after 1024 items in a session", waiting(Lag.fromSession(1024))),
  /** Sealed segments; producers never yield. */
  ALT_NO_COURTESY("sealed segments, producers never yield", yielding(Courtesy.NONE)),
  /** Sealed segments; producers yield earlier. */
  ALT_COURTESY_1024(
      "sealed segments, producers yield at 1024 items in the list", yielding(new Courtesy(1024))),
  /** Sealed segments; producers yield later. */
  ALT_COURTESY_16384(
      "sealed segments, producers yield at 16384 items in the list",
      yielding(new Courtesy(16_384))),
  /** Sealed segments; the owner writes to a cache line that producers read. */
  ALT_COUNTER_BESIDE(
      "sealed segments, the owner's counter beside final fields", CounterBesideFinals::new),
  /** Sealed segments, taken rarely, because the owner waits before each take. */
  ALT_PACED("sealed segments, 2000 ns between takes", d -> new PacedTakes(d, PacedTakes.PAUSE)),
  /** Sealed segments, taken more often. */
  ALT_PACED_1000("sealed segments, 1000 ns between takes", d -> new PacedTakes(d, 1000)),
  /** This library, with one more read of the word for each item. */
  ALT_READS_FIRST(
      "this library, reading the word before it enters",
      d -> Serializers.started(ReadsFirst.emitter(d))::onNext),
  /** This library, with producers that yield for longer. */
  ALT_WAY_16(
      "this library, up to 16 more yields before a hand-over",
      d -> Serializers.started(MakesWay.emitter(d, 16, 0))::onNext),
  /** This library, with producers that sleep as those of a lock do. */
  ALT_WAY_SLEEPING(
      "this library, up to 50 us asleep before a hand-over",
      d -> Serializers.started(MakesWay.emitter(d, 1, 50_000))::onNext),
  /** This library in front of a downstream that writes to a field. */
  ALT_DOWNSTREAM_APART(
      "this library, its padding next to a downstream that counts",
      d -> Serializers.started(Neighbour.inFront(d))::onNext),
  /** The same, created in another order. */
  ALT_DOWNSTREAM_BESIDE(
      "this library, its last fields next to a downstream that counts",
      d -> Serializers.started(Neighbour.behind(d))::onNext),
  /** A list of single items, without runs. */
  ALT_NODES("one node per item", d -> new OneNodeAnItem(d, Lag.FORMER)),
  /** Without padding. */
  ALT_NODES_UNPADDED(
      "one node per item, the word not padded", d -> new UnpaddedWord(d, Lag.FORMER)),
  /** With the padding inherited. */
  ALT_NODES_INHERITED(
      "one node per item, padded word in a superclass", d -> new InheritedWord(d, Lag.FORMER)),
  /** A queue whose tail is the word. */
  ALT_TAIL_SWAP("a linked queue whose tail is the word", d -> new TailSwap(d, Lag.FORMER)),
  /** A word and a separate stack. */
  ALT_WORD_STACK("a word and a stack", d -> new WordAndStack(d, Lag.FORMER)),
  /** A word and a queue of chunks. */
  ALT_WORD_CHUNKS(
      "a word and JCTools' chunked queue", d -> new WordAndQueue(d, Lag.FORMER, chunks())),
  /** A word and a queue of chunks whose owner spins for half-linked items. */
  ALT_WORD_CHUNKS_SPINNING(
      "a word and JCTools' chunked queue, poll spins",
      d -> new WordAndSpinningQueue(d, Lag.FORMER, chunks())),
  /** A word and a linked queue. */
  ALT_WORD_LINKED(
      "a word and JCTools' linked queue",
      d -> new WordAndQueue(d, Lag.FORMER, new MpscLinkedVarHandleQueue<>())),
  /** The usual design: a work-in-progress counter and a queue. */
  ALT_COUNTER_CHUNKS(
      "a counter and JCTools' chunked queue", d -> new CounterAndQueue(d, Lag.FORMER, chunks())),
  /** The bounded sink, whose producers are woken for every item that is removed. */
  SINK_TOLD_ALWAYS(
      Role.SINK_ALTERNATIVE,
      "the bounded sink, producers woken for every item removed",
      Notifying::always),
  /** The bounded sink, whose producers are woken more often. */
  SINK_TOLD_OFTEN(
      Role.SINK_ALTERNATIVE,
      "the bounded sink, producers woken 16 times per capacity",
      d -> Notifying.often(d, 16)),
  /** The bounded sink, whose producers are woken less often. */
  SINK_TOLD_ONCE(
      Role.SINK_ALTERNATIVE,
      "the bounded sink, producers woken once per capacity",
      d -> Notifying.often(d, 1)),
  /** The bounded sink, whose producers are not woken. */
  SINK_TOLD_NEVER(
      Role.SINK_ALTERNATIVE, "the bounded sink, producers never woken, but poll", Notifying::never);

  private static final int CHUNK = 128;

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
    /** A rejected variant of the sink: measured only if requested. */
    SINK_ALTERNATIVE,
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

  private static Function<Downstream, Consumer<Integer>> waiting(Lag lag) {
    return downstream -> new SealedSegments(downstream, lag, Courtesy.FORMER);
  }

  private static Function<Downstream, Consumer<Integer>> yielding(Courtesy courtesy) {
    return downstream -> new SealedSegments(downstream, Lag.FORMER, courtesy);
  }

  private static MpscUnboundedVarHandleArrayQueue<Integer> chunks() {
    return new MpscUnboundedVarHandleArrayQueue<>(CHUNK);
  }
}
