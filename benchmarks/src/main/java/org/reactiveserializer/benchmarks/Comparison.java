package org.reactiveserializer.benchmarks;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleBiFunction;
import org.reactiveserializer.benchmarks.Contender.Role;
import org.reactiveserializer.benchmarks.Series.Sample;

/**
 * Measures all contenders with all numbers of producers. Each measurement runs in a virtual machine
 * of its own, and the next one of the same contender follows only after all others have been
 * measured once: a change on the machine meanwhile affects all of them.
 */
final class Comparison {
  private final List<Integer> producers;
  private final List<Contender> ours;
  private final List<Contender> contenders;
  private final Map<Integer, Map<Contender, Series>> results = new TreeMap<>();

  /**
   * Creates a comparison without results.
   *
   * @param biased whether to measure this library a second time, in biased mode
   */
  Comparison(List<Integer> producers, List<Contender> rivals, boolean biased) {
    this.producers = List.copyOf(producers);
    ours = biased ? List.of(Contender.SERIALIZER, Contender.BIASED) : List.of(Contender.SERIALIZER);
    List<Contender> all = new ArrayList<>(ours);
    all.addAll(rivals);
    all.addAll(Contender.in(Role.CEILING));
    contenders = all.stream().distinct().sorted().toList();
    for (int count : producers) {
      Map<Contender, Series> row = new EnumMap<>(Contender.class);
      contenders.stream()
          .filter(each -> each.role() != Role.CEILING || count == 1 || rivals.contains(each))
          .forEach(each -> row.put(each, new Series()));
      results.put(count, row);
    }
  }

  /** Measures one contender in one virtual machine. */
  interface Measure {
    Sample of(Contender contender, int producers);
  }

  /** Measures every contender {@code rounds} times. */
  void run(int rounds, Measure measure, PrintStream progress) {
    int total = rounds * results.values().stream().mapToInt(Map::size).sum();
    int done = 0;
    for (int round = 0; round < rounds; round++) {
      for (int count : producers) {
        for (Map.Entry<Contender, Series> entry : row(count).entrySet()) {
          Contender contender = entry.getKey();
          progress.printf("[%d/%d] %s, %s: ", ++done, total, inWords(count), contender.label());
          progress.flush();
          Series series = entry.getValue();
          if (series.fault() == null) {
            Sample sample = measure.of(contender, count);
            series.add(sample);
            progress.println(inWords(sample));
          } else {
            progress.println("skipped, failed before");
          }
        }
      }
    }
  }

  List<Integer> producers() {
    return producers;
  }

  List<Contender> contenders() {
    return contenders;
  }

  /** Returns the contenders of this library, which are compared with the best rival. */
  List<Contender> ours() {
    return ours;
  }

  /** Returns the results for a number of producers. */
  Map<Contender, Series> row(int count) {
    return results.getOrDefault(count, Map.of());
  }

  /** Returns the rival with the best median among those that passed verification. */
  Optional<Contender> bestRival(int count) {
    return row(count).entrySet().stream()
        .filter(entry -> entry.getKey().role() == Role.RIVAL && entry.getValue().isTimed())
        .max(Map.Entry.comparingByValue((a, b) -> Double.compare(a.median(), b.median())))
        .map(Map.Entry::getKey);
  }

  /**
   * Returns the median of one of {@link #ours} divided by that of the best rival, if both passed
   * verification.
   */
  Optional<Double> ratio(Contender ours, int count) {
    return besideBestRival(ours, count, (own, best) -> own.median() / best.median());
  }

  /**
   * Returns the {@linkplain Series#lead lead} of one of {@link #ours} over the best rival, if both
   * passed verification.
   */
  Optional<Double> lead(Contender ours, int count) {
    return besideBestRival(ours, count, Series::lead);
  }

  private Optional<Double> besideBestRival(
      Contender ours, int count, ToDoubleBiFunction<Series, Series> result) {
    Map<Contender, Series> row = row(count);
    return Optional.ofNullable(row.get(ours))
        .filter(Series::isTimed)
        .flatMap(
            own ->
                bestRival(count)
                    .flatMap(best -> Optional.ofNullable(row.get(best)))
                    .map(best -> result.applyAsDouble(own, best)));
  }

  /** Returns all faults, in words. */
  List<String> faults() {
    List<String> faults = new ArrayList<>();
    for (int count : producers) {
      row(count)
          .forEach(
              (contender, series) -> {
                if (series.fault() != null) {
                  faults.add(
                      "%s, %s: %s".formatted(contender.label(), inWords(count), series.fault()));
                }
              });
    }
    return faults;
  }

  /** Whether this library passed verification with every number of producers. */
  boolean isOursClean() {
    return results.values().stream()
        .flatMap(row -> ours.stream().map(row::get))
        .allMatch(series -> series != null && series.fault() == null);
  }

  static String inWords(int producers) {
    return producers == 1 ? "1 producer" : producers + " producers";
  }

  private static String inWords(Sample sample) {
    if (sample.fault() != null) {
      return "FAILED: " + sample.fault();
    }
    Series series = new Series();
    series.add(sample);
    return "%.1f items/µs".formatted(series.median());
  }
}
