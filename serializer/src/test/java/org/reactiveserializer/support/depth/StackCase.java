package org.reactiveserializer.support.depth;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.reactiveserializer.support.depth.Situation.Entry;
import org.reactiveserializer.support.depth.StackSubject.Bound;

/** A row of the table: a method of a subject, and the situations in which it is called. */
public final class StackCase {
  /** Whether all situations are tried, as with {@code -Pstress}. */
  private static final boolean FULL =
      System.getProperty("org.reactiveserializer.stack.effort", "quick").equals("full");

  /** Errors are delayed with only one of these two. */
  private static final List<Bound> TWO = List.of(Bound.NONE, Bound.DROP_NEWEST);

  private final String name;
  private final Supplier<Trials> trials;

  private StackCase(String name, Supplier<Trials> trials) {
    this.name = name;
    this.trials = trials;
  }

  /** The subject that is called. */
  public enum Subject {
    SINK,
    SUBSCRIBER,
    MERGE;

    /** Returns the rows for all its methods. */
    public List<StackCase> cases() {
      return this == MERGE ? ofMerge() : ofStream(this == SINK);
    }
  }

  private static List<StackCase> ofStream(boolean sink) {
    List<StackCase> all = new ArrayList<>();
    for (Bound bound : Bound.values()) {
      Stream.of(Entry.values())
          .takeWhile(entry -> entry != Entry.INNER_NEXT)
          .filter(entry -> entry.emitsItem() || TWO.contains(bound))
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

  /** Returns the rows for an imitated sink, which is sound only if it checks the stack. */
  public static Stream<StackCase> ofImitation(boolean checksStack) {
    return Stream.of(Entry.NEXT, Entry.COMPLETE, Entry.REQUEST, Entry.CANCEL)
        .map(
            entry ->
                of(
                    entry.toString(),
                    Situation.of(entry, true, false),
                    () -> new Imitation(checksStack)));
  }

  private static StackCase of(
      String name, List<Situation> situations, Supplier<StackSubject> subjects) {
    return new StackCase(
        name, () -> Trials.of(situations, situation -> new StreamTrial(situation, subjects.get())));
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

  /**
   * Returns one situation in four. With the full effort, the programs without a compiler try all;
   * with a compiler, only the changing frames are of interest.
   */
  private static List<Situation> sample(List<Situation> all) {
    if (FULL && DepthTrial.EXACT) {
      return all;
    }
    List<Situation> half = all.stream().filter(Situation::isSample).toList();
    return IntStream.range(0, half.size()).filter(i -> i % 2 == 0).mapToObj(half::get).toList();
  }

  /** Makes the calls, and returns the result. */
  public Trials run() {
    return trials.get();
  }

  @Override
  public String toString() {
    return name;
  }
}
