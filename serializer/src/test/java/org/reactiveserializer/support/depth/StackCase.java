package org.reactiveserializer.support.depth;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.reactiveserializer.support.depth.Situation.Entry;
import org.reactiveserializer.support.depth.StackSubject.Bound;

/** A row of the table: a method, of what, and the situations in which it is called. */
public final class StackCase {
  /** Where an end waits, an error does so in one of them only. */
  private static final List<Bound> TWO = List.of(Bound.NONE, Bound.DROP_NEWEST);

  private final String name;
  private final Supplier<Trials> trials;

  private StackCase(String name, Supplier<Trials> trials) {
    this.name = name;
    this.trials = trials;
  }

  /** What is called. */
  public enum Subject {
    SINK,
    SUBSCRIBER,
    MERGE;

    /** All methods of it. */
    public List<StackCase> cases() {
      return this == MERGE ? ofMerge() : ofStream(this == SINK);
    }
  }

  private static List<StackCase> ofStream(boolean sink) {
    List<StackCase> all = new ArrayList<>();
    for (Bound bound : Bound.values()) {
      Stream.of(Entry.values())
          .takeWhile(entry -> entry != Entry.INNER_NEXT)
          .filter(entry -> entry.bringsItem() || TWO.contains(bound))
          .filter(entry -> entry != Entry.NEXT_PATIENTLY || sink && bound == Bound.DROP_NEWEST)
          .map(entry -> ofStream(sink, entry, bound))
          .forEach(all::add);
    }
    return all;
  }

  private static StackCase ofStream(boolean sink, Entry entry, Bound bound) {
    return of(
        entry + ", " + bound,
        sample(Situation.of(entry, sink, bound != Bound.NONE)),
        () -> sink ? StackSubject.sink(bound) : StackSubject.wrapped(bound));
  }

  /** Of a sink that is sound if it is careful. */
  public static Stream<StackCase> ofImitation(boolean careful) {
    return Stream.of(Entry.NEXT, Entry.COMPLETE, Entry.REQUEST, Entry.CANCEL)
        .map(
            entry ->
                of(
                    entry.toString(),
                    Situation.of(entry, true, false),
                    () -> new Imitation(careful)));
  }

  private static StackCase of(
      String name, List<Situation> situations, Supplier<StackSubject> subjects) {
    return new StackCase(
        name,
        () -> Trials.of(situations, situation -> new StreamTrial(situation, subjects.get())));
  }

  private static List<StackCase> ofMerge() {
    return Stream.of(Entry.values())
        .dropWhile(entry -> entry != Entry.REQUEST)
        .map(
            entry ->
                new StackCase(
                    entry.toString(),
                    () -> Trials.of(sample(Situation.of(entry, true, false)), MergeTrial::new)))
        .toList();
  }

  /** Where the compiler is at work one situation in four: the exact programs see all, and this how frames change. */
  private static List<Situation> sample(List<Situation> all) {
    if (DepthTrial.EXACT) {
      return all;
    }
    List<Situation> half = all.stream().filter(Situation::isSample).toList();
    return IntStream.range(0, half.size()).filter(i -> i % 2 == 0).mapToObj(half::get).toList();
  }

  /** Makes the calls. */
  public Trials run() {
    return trials.get();
  }

  @Override
  public String toString() {
    return name;
  }
}
