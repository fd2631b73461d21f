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
import org.reactiveserializer.Serializer;
import org.reactiveserializer.benchmarks.alternatives.AlternativeSerializer;
import org.reactiveserializer.benchmarks.alternatives.CounterAndQueue;
import org.reactiveserializer.benchmarks.alternatives.CounterBesideFinals;
import org.reactiveserializer.benchmarks.alternatives.Courtesy;
import org.reactiveserializer.benchmarks.alternatives.InheritedWord;
import org.reactiveserializer.benchmarks.alternatives.Lag;
import org.reactiveserializer.benchmarks.alternatives.Neighbour;
import org.reactiveserializer.benchmarks.alternatives.OneNodeAnItem;
import org.reactiveserializer.benchmarks.alternatives.PacedTakes;
import org.reactiveserializer.benchmarks.alternatives.SealedRuns;
import org.reactiveserializer.benchmarks.alternatives.TailSwap;
import org.reactiveserializer.benchmarks.alternatives.Telling;
import org.reactiveserializer.benchmarks.alternatives.UnpaddedWord;
import org.reactiveserializer.benchmarks.alternatives.WordAndQueue;
import org.reactiveserializer.benchmarks.alternatives.WordAndSpinningQueue;
import org.reactiveserializer.benchmarks.alternatives.WordAndStack;
import reactor.core.publisher.Operators;

/**
 * All that is measured, under the names that the command line knows. Each gets the same downstream
 * and is entered in the same way, by a {@link Consumer}: no one has a call more than another.
 */
enum Contender {
  /** Ours. */
  SERIALIZER(Role.OURS, "this library, as on every JDK", Serializers::ours),

  /** Ours, where the thread that pushes alone is spared the atomic instructions. */
  BIASED(
      Role.OURS_BIASED,
      "this library, biased (needs JDK 22 or later on Linux, x86-64)",
      Serializer.class,
      d -> biased("on", d, Serializers::ours)),

  /** What one writes without a library. */
  SYNCHRONIZED(Role.RIVAL, "a monitor around onNext", Object.class, Serializers::monitor),

  /** The same with a lock. */
  REENTRANT_LOCK(Role.RIVAL, "a ReentrantLock around onNext", ReentrantLock.class, Serializers::lock),

  /** RxJava. */
  RXJAVA(
      Role.RIVAL, "RxJava's SerializedSubscriber", SerializedSubscriber.class, Serializers::rxjava),

  /** Reactor. */
  REACTOR(Role.RIVAL, "Reactor's Operators.serialize", Operators.class, Serializers::reactor),

  /** Mutiny. */
  MUTINY(Role.RIVAL, "Mutiny's SerializedSubscriber", Infrastructure.class, Serializers::mutiny),

  /** As fast as it gets with one producer, and wrong with more. */
  UNSERIALIZED(
      Role.CEILING, "the downstream itself, no serializer", Object.class, Serializers::itself),

  /** Ours, with demand. */
  SINK(Role.SINK, "this library's sink", Sinks::unbounded),
  /** Ours, biased. */
  SINK_BIASED(
      Role.SINK,
      "this library's sink, biased",
      Serializer.class,
      d -> biased("on", d, Sinks::unbounded)),
  /** Ours, with a bound. */
  SINK_BOUNDED(
      Role.SINK, "this library's sink, of 1024 items, producers waiting", Sinks::bounded),
  /** Reactor's, its producers trying again. */
  SINK_REACTOR(
      Role.SINK, "Reactor's Sinks.many(), busyLooping", Operators.class, Sinks::reactor),
  /** Ours in Reactor's shape, entered as Reactor's. */
  SINK_REACTOR_OURS(Role.SINK, "this library's Sinks.Many, busyLooping", Sinks::reactorOurs),
  /** Reactor's without its guard, over a queue that several threads may fill. */
  SINK_REACTOR_UNSAFE(
      Role.SINK, "Reactor's Sinks.unsafe() over JCTools' queue", Operators.class, Sinks::reactorUnsafe),
  /** RxJava's. */
  SINK_RXJAVA(
      Role.SINK, "RxJava's serialized UnicastProcessor", SerializedSubscriber.class, Sinks::rxjava),
  /** Mutiny's. */
  SINK_MUTINY(Role.SINK, "Mutiny's UnicastProcessor", Infrastructure.class, Sinks::mutiny),

  /** For the JDK. */
  BRIDGE_FLOW(Role.BRIDGE, "FlowSerializer.serialize", Bridges::flow),
  /** For RxJava. */
  BRIDGE_RXJAVA(Role.BRIDGE, "RxSerializer, of a Flowable", Bridges::rxjava),
  /** For RxJava's other kind. */
  BRIDGE_RXJAVA_OBSERVABLE(
      Role.BRIDGE, "RxSerializer, of an Observable", Bridges::rxjavaObservable),
  /** For Reactor. */
  BRIDGE_REACTOR(Role.BRIDGE, "ReactorSerializer.serialize", Bridges::reactor),
  /** For Mutiny. */
  BRIDGE_MUTINY(Role.BRIDGE, "MutinySerializer.serialize", Bridges::mutiny),

  /** What ours was before its runs stayed open. */
  ALT_SEALED_RUNS("this library's right, runs sealed when taken", waiting(Lag.FORMER)),
  /** Sealed runs without a wait before leaving. */
  ALT_NO_LAG("that, leaving at once", waiting(Lag.NONE)),
  /** Sealed runs with a wait that looks. */
  ALT_PEEKING_LAG("that, looking at every spin", waiting(Lag.PEEKING)),
  /** Sealed runs with a shorter wait. */
  ALT_LAG_30("that, waiting 30 spins", waiting(Lag.blind(30))),
  /** Sealed runs with a longer wait. */
  ALT_LAG_300("that, waiting 300 spins", waiting(Lag.blind(300))),
  /** Sealed runs with a much longer wait. */
  ALT_LAG_1000("that, waiting 1000 spins", waiting(Lag.blind(1000))),
  /** Sealed runs as they were at first. */
  ALT_LAG_ANY_BATCH("that, waiting after the first real batch", waiting(Lag.ANY_BATCH)),
  /** Sealed runs with a wait that comes later. */
  ALT_STAY_64("that, waiting from 64 items in a stay", waiting(Lag.fromStay(64))),
  /** Sealed runs with a wait that comes much later. */
  ALT_STAY_1024("that, waiting from 1024 items in a stay", waiting(Lag.fromStay(1024))),
  /** Sealed runs without a yield. */
  ALT_NO_COURTESY("that, producers never yielding", yielding(Courtesy.NONE)),
  /** Sealed runs with earlier yields. */
  ALT_COURTESY_1024("that, yielding at 1024 in the list", yielding(new Courtesy(1024))),
  /** Sealed runs with later yields. */
  ALT_COURTESY_16384("that, yielding at 16384 in the list", yielding(new Courtesy(16_384))),
  /** Sealed runs with a write where producers read. */
  ALT_COUNTER_BESIDE("that, its counter beside final fields", CounterBesideFinals::new),
  /** Sealed runs, taken as seldom as ours. */
  ALT_PACED("that, paced: 2000 ns before takes", d -> new PacedTakes(d, PacedTakes.PAUSE)),
  /** Sealed runs, taken more often. */
  ALT_PACED_1000("that, paced: 1000 ns before takes", d -> new PacedTakes(d, 1000)),
  /** Ours, all of it, in front of a downstream that writes. */
  ALT_DOWNSTREAM_APART(
      "this library, its padding behind a downstream that counts",
      d -> Serializers.started(Neighbour.inFront(d))::onNext),
  /** Ours likewise, made in another order. */
  ALT_DOWNSTREAM_BESIDE(
      "that, its last fields right in front of the downstream",
      d -> Serializers.started(Neighbour.behind(d))::onNext),
  /** A list without runs. */
  ALT_NODES("one node an item", d -> new OneNodeAnItem(d, Lag.FORMER)),
  /** Without padding. */
  ALT_NODES_UNPADDED("that, the word not padded", d -> new UnpaddedWord(d, Lag.FORMER)),
  /** With the padding inherited. */
  ALT_NODES_INHERITED("that, the padded word inherited", d -> new InheritedWord(d, Lag.FORMER)),
  /** The tail as the word. */
  ALT_TAIL_SWAP("a linked queue, its tail the word", d -> new TailSwap(d, Lag.FORMER)),
  /** Two words. */
  ALT_WORD_STACK("a word beside a stack", d -> new WordAndStack(d, Lag.FORMER)),
  /** A word and chunks. */
  ALT_WORD_CHUNKS(
      "a word beside JCTools' chunked arrays", d -> new WordAndQueue(d, Lag.FORMER, chunks())),
  /** A word and chunks, with an owner that waits. */
  ALT_WORD_CHUNKS_SPINNING(
      "that, poll spinning", d -> new WordAndSpinningQueue(d, Lag.FORMER, chunks())),
  /** A word and nodes. */
  ALT_WORD_LINKED(
      "a word beside JCTools' linked queue",
      d -> new WordAndQueue(d, Lag.FORMER, new MpscLinkedVarHandleQueue<>())),
  /** The classic. */
  ALT_COUNTER_CHUNKS(
      "a counter beside JCTools' chunked arrays",
      d -> new CounterAndQueue(d, Lag.FORMER, chunks())),
  /** Of a sink whose producers are woken all the time. */
  SINK_TOLD_ALWAYS(
      Role.SINK_ALTERNATIVE, "the bounded sink, producers told of every room", Telling::always),
  /** Of a sink whose producers are woken more often. */
  SINK_TOLD_OFTEN(
      Role.SINK_ALTERNATIVE, "that, told 16 times a queueful", d -> Telling.often(d, 16)),
  /** Of a sink whose producers are woken less often. */
  SINK_TOLD_ONCE(
      Role.SINK_ALTERNATIVE, "that, told once a queueful", d -> Telling.often(d, 1)),
  /** Of a sink whose producers are not woken. */
  SINK_TOLD_NEVER(
      Role.SINK_ALTERNATIVE, "that, producers looking by themselves", Telling::never);

  private static final int CHUNK = 128;

  /** Why a contender is here. */
  enum Role {
    /** To be compared with the best rival. */
    OURS,
    /** The same, where the JDK and the system allow it. */
    OURS_BIASED,
    /** A choice that users have. */
    RIVAL,
    /** What no serializer can reach. */
    CEILING,
    /** A stream that producers feed: measured only if asked for. */
    SINK,
    /** This library's operator for another: measured only if asked for. */
    BRIDGE,
    /** A way of a sink that was rejected: measured only if asked for. */
    SINK_ALTERNATIVE,
    /** A design that was rejected: measured only if asked for. */
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

  /** One of this library, as on every JDK. */
  Contender(Role role, String description, Function<Downstream, Consumer<Integer>> opening) {
    this(role, description, Serializer.class, d -> biased("off", d, opening));
  }

  Contender(String description, Function<Downstream, Consumer<Integer>> opening) {
    this(Role.ALTERNATIVE, description, AlternativeSerializer.class, opening);
  }

  /** Creates a serializer in front of {@code downstream} and returns the way into it. */
  Consumer<Integer> open(Downstream downstream) {
    return opening.apply(downstream);
  }

  Role role() {
    return role;
  }

  String description() {
    return description;
  }

  /** Returns where it comes from, with the version: the name of the jar, or the JDK's. */
  String artifact() {
    CodeSource source = origin.getProtectionDomain().getCodeSource();
    return source == null
        ? "JDK " + Runtime.version()
        : Path.of(URI.create(source.getLocation().toString())).getFileName().toString();
  }

  /** Returns the name that the command line knows. */
  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Finds a contender by its label. */
  static Optional<Contender> labelled(String label) {
    return Arrays.stream(values()).filter(each -> each.label().equals(label)).findFirst();
  }

  /** Returns the contender with a label that is known to exist. */
  static Contender of(String label) {
    return labelled(label).orElseThrow(() -> new IllegalArgumentException("Unknown: " + label));
  }

  /** Returns all in a role. */
  static List<Contender> in(Role role) {
    return Arrays.stream(values()).filter(each -> each.role == role).toList();
  }

  /** Tells whether this JDK, on this system, can make what {@link #BIASED} is, as far as one can see. */
  static boolean canBeBiased() {
    return Serializer.bias().startsWith("on");
  }

  private static Consumer<Integer> biased(
      String bias, Downstream downstream, Function<Downstream, Consumer<Integer>> opening) {
    System.setProperty("org.reactiveserializer.bias", bias); // heeded once in a virtual machine
    if (!Serializer.bias().startsWith(bias)) {
      throw new IllegalStateException(
          "bias is to be %s in this virtual machine, but is %s".formatted(bias, Serializer.bias()));
    }
    return opening.apply(downstream);
  }

  private static Function<Downstream, Consumer<Integer>> waiting(Lag lag) {
    return downstream -> new SealedRuns(downstream, lag, Courtesy.FORMER);
  }

  private static Function<Downstream, Consumer<Integer>> yielding(Courtesy courtesy) {
    return downstream -> new SealedRuns(downstream, Lag.FORMER, courtesy);
  }

  private static MpscUnboundedVarHandleArrayQueue<Integer> chunks() {
    return new MpscUnboundedVarHandleArrayQueue<>(CHUNK);
  }
}
