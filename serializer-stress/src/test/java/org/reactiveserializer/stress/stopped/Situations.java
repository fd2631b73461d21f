package org.reactiveserializer.stress.stopped;

import static org.reactiveserializer.stress.stopped.Script.free;
import static org.reactiveserializer.stress.stopped.Script.freeAndRequested;
import static org.reactiveserializer.stress.stopped.Script.held;
import static org.reactiveserializer.stress.stopped.Script.heldAndRequested;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.stress.stopped.Step.Act;
import org.reactiveserializer.stress.stopped.Subject.Traits;

/** All situations. */
final class Situations {
  private static final int CAPACITY = 4;
  private static final int TOO_MANY = CAPACITY + 2;
  private static final Set<String> TWICE = Set.of("sink", "sink DROP_NEWEST", "wrap", "merge");
  private static final long PLENTY = 1_000;
  private static final Step SUBSCRIBE = new Step(Who.ANN, Act.SUBSCRIBE);
  private static final List<Step> READY = List.of(SUBSCRIBE, Step.request(Who.ANN, PLENTY));
  private static final List<Step> TWO = List.of(Step.emit(Who.ANN), Step.emit(Who.BOB));

  /** All situations; the index in the list is the number of a situation. */
  static final List<Situation> ALL = all();

  private final List<Situation> list;
  private final String name;
  private final Set<Step> twice = new HashSet<>();
  private final Function<Recorder, Subject> maker;

  private Situations(List<Situation> list, String name, Function<Recorder, Subject> maker) {
    this.list = list;
    this.name = name;
    this.maker = maker;
  }

  private static List<Situation> all() {
    List<Situation> list = new ArrayList<>();
    Situations sink =
        new Situations(list, "sink", sink(Serializer.withDefaults(), Traits.unbounded(true, true)));
    sink.emitted();
    sink.emittedMore();
    sink.requested();
    for (Overflow overflow : Overflow.values()) {
      Situations bounded =
          new Situations(
              list,
              "sink " + overflow,
              sink(Serializer.withDefaults().bounded(CAPACITY, overflow), bound(overflow, true)));
      bounded.emitted();
      bounded.requested();
    }
    new Situations(list, "sink whose items wait for room", Situations::waiting).waited();
    Situations wrap =
        new Situations(
            list, "wrap", wrap(Serializer.withDefaults(), Traits.unbounded(false, true)));
    wrap.emitted();
    wrap.emittedMore();
    wrap.requestedOfUpstream();
    Overflow newest = Overflow.DROP_NEWEST;
    new Situations(
            list,
            "wrap " + newest,
            wrap(Serializer.withDefaults().bounded(CAPACITY, newest), bound(newest, false)))
        .emitted();
    new Situations(list, "merge", recorder -> new MergeSubject(recorder, false))
        .merged(List.of(Act.EMIT, Act.COMPLETE, Act.FAIL, Act.CANCEL));
    new Situations(list, "flatMap", recorder -> new MergeSubject(recorder, true))
        .merged(List.of(Act.BEGIN, Act.END_OUTER));
    return List.copyOf(list);
  }

  private static Traits bound(Overflow overflow, boolean respectsDemand) {
    return new Traits(CAPACITY, overflow, respectsDemand, true);
  }

  private static Function<Recorder, Subject> sink(Serializer<Item> settings, Traits traits) {
    return recorder -> new SinkSubject(recorder, settings, traits);
  }

  private static Subject waiting(Recorder recorder) {
    return new SinkSubject(
        recorder,
        Serializer.<Item>withDefaults().bounded(1, Overflow.DROP_NEWEST).answerOn(Runnable::run),
        Traits.unbounded(true, true),
        true);
  }

  private static Function<Recorder, Subject> wrap(Serializer<Item> settings, Traits traits) {
    return recorder -> new WrapSubject(recorder, settings, traits);
  }

  private void emitted() {
    add(READY, Act.EMIT, held(0, Act.COMPLETE));
    add(READY, Act.EMIT, held(2, Act.FAIL));
    add(READY, Act.EMIT, held(TOO_MANY, Act.CANCEL));
    add(READY, Act.EMIT, free(TOO_MANY, Act.COMPLETE));
    for (Act act : List.of(Act.COMPLETE, Act.FAIL, Act.CANCEL)) {
      add(READY, act, held(2, Act.COMPLETE));
      add(READY, act, free(2, Act.COMPLETE));
    }
  }

  private void emittedMore() {
    add(READY, Act.EMIT, held(0, Act.FAIL));
    add(READY, Act.EMIT, free(2, Act.FAIL));
    add(READY, Act.EMIT, free(2, Act.CANCEL));
    add(READY, Act.COMPLETE, held(0, Act.FAIL));
    add(READY, Act.COMPLETE, free(2, Act.FAIL));
    add(READY, Act.FAIL, free(2, Act.CANCEL));
  }

  private void requested() {
    Step some = Step.request(Who.VICTIM, PLENTY);
    List<Step> one = List.of(SUBSCRIBE, Step.request(Who.ANN, 1));
    List<Step> two = List.of(SUBSCRIBE, TWO.get(0), TWO.get(1));
    add(one, some, held(2, Act.COMPLETE));
    add(two, some, free(TOO_MANY, Act.COMPLETE));
    add(one, Act.EMIT, heldAndRequested(0, PLENTY, Act.COMPLETE));
    add(one, Act.EMIT, heldAndRequested(1, PLENTY, Act.COMPLETE));
    add(one, Act.COMPLETE, heldAndRequested(1, PLENTY, Act.FAIL));
    add(two, Act.EMIT, freeAndRequested(1, PLENTY, Act.COMPLETE));
    add(two, Act.COMPLETE, freeAndRequested(1, PLENTY, Act.FAIL));
    add(two, Act.FAIL, freeAndRequested(1, PLENTY, Act.COMPLETE));
    Step subscribe = new Step(Who.VICTIM, Act.SUBSCRIBE);
    put(TWO, subscribe, free(2, Act.COMPLETE), PLENTY);
  }

  /** For a sink with room for one item, whose other items wait. */
  private void waited() {
    Step some = Step.request(Who.VICTIM, PLENTY);
    List<Step> one = List.of(SUBSCRIBE, Step.request(Who.ANN, 1));
    List<Step> two = List.of(SUBSCRIBE, TWO.get(0), TWO.get(1));
    add(two, some, free(2, Act.CANCEL));
    add(two, Act.EMIT, freeAndRequested(1, PLENTY, Act.CANCEL));
    add(one, Act.EMIT, heldAndRequested(2, PLENTY, Act.FAIL));
    add(two, Act.CANCEL, free(2, Act.FAIL));
  }

  /** For subjects that pass on demand, so that no item waits for it. */
  private void requestedOfUpstream() {
    Step some = Step.request(Who.VICTIM, PLENTY);
    add(List.of(SUBSCRIBE), some, held(2, Act.COMPLETE));
    add(List.of(SUBSCRIBE), some, free(2, Act.CANCEL));
    Step subscribe = new Step(Who.VICTIM, Act.SUBSCRIBE);
    put(List.of(), subscribe, held(2, Act.COMPLETE), PLENTY);
    put(TWO, subscribe, freeAndRequested(2, PLENTY, Act.COMPLETE), PLENTY);
  }

  private void merged(List<Act> acts) {
    List<Step> ready = List.of(Step.request(Who.ANN, PLENTY));
    for (Act act : acts) {
      add(ready, act, held(0, Act.FAIL));
      add(ready, act, held(2, Act.CANCEL));
      add(ready, act, free(2, Act.CANCEL));
    }
    Step some = Step.request(Who.VICTIM, PLENTY);
    List<Step> one = List.of(Step.request(Who.ANN, 1));
    add(one, acts.get(0), heldAndRequested(0, PLENTY, Act.CANCEL));
    add(TWO, acts.get(0), freeAndRequested(0, PLENTY, Act.CANCEL));
    add(one, some, held(2, Act.CANCEL));
    add(TWO, some, free(2, Act.FAIL));
  }

  private void add(List<Step> before, Act act, Script others) {
    add(before, new Step(Who.VICTIM, act), others);
  }

  private void add(List<Step> before, Step victim, Script others) {
    put(before, victim, others, 0);
  }

  /** Only once for each call, and only for some subjects: more would take long, and find little. */
  private boolean goesOn(Step victim) {
    return TWICE.contains(name) && victim.act() != Act.SUBSCRIBE && twice.add(victim);
  }

  private void put(List<Step> before, Step victim, Script others, long atOnce) {
    list.add(
        new Situation(
            name + ", " + victim + ", " + others.name(),
            maker,
            before,
            others.isHeld(),
            victim,
            others.steps(),
            goesOn(victim),
            atOnce));
  }
}
