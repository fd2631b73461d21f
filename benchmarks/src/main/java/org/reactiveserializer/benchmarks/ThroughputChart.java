package org.reactiveserializer.benchmarks;

import static java.util.stream.Collectors.joining;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.benchmarks.BarChart.Colour;
import org.reactiveserializer.benchmarks.BarChart.Content;
import org.reactiveserializer.benchmarks.BarChart.Theme;

/**
 * Draws {@link Figures} as bars: this library, the better of the locks, and the other libraries. The biased mode has no bar:
 * it is for streams with one busy thread.
 */
final class ThroughputChart {
  /** The beginning of the names of the files. */
  static final String NAME = "throughput";

  private static final String TITLE = "Throughput when several threads emit into one subscriber";
  private static final String AXIS = "items per microsecond (more is better)";

  /**
   * The contenders that are drawn, from left to right. One hue for each kind, shades of different
   * lightness within it: blue for this library, orange for locks, grey for the other libraries.
   * Blue and orange also differ for people who do not see red or green.
   */
  private enum Bar {
    SERIALIZER(Contender.SERIALIZER, "this library", "#0a5bb5", "#4c9bff"),
    REENTRANT_LOCK(Contender.REENTRANT_LOCK, "ReentrantLock", "#c26a00", "#f2a93b"),
    SYNCHRONIZED(Contender.SYNCHRONIZED, "synchronized", "#c26a00", "#f2a93b"),
    RXJAVA(Contender.RXJAVA, "RxJava", "#454c54", "#d5dae0"),
    REACTOR(Contender.REACTOR, "Reactor", "#6b737c", "#a3abb4"),
    MUTINY(Contender.MUTINY, "Mutiny", "#8d959e", "#767e88");

    final Contender contender;
    final String label;
    final Colour colour;

    Bar(Contender contender, String label, String onLight, String onDark) {
      this.contender = contender;
      this.label = label;
      colour = new Colour(onLight, onDark);
    }
  }

  private final Figures figures;
  private final Theme theme;

  ThroughputChart(Figures figures, Theme theme) {
    this.figures = figures;
    this.theme = theme;
  }

  /** Returns the file. */
  String svg() {
    List<BarChart.Bar> bars =
        Arrays.stream(Bar.values())
            .filter(bar -> bar != worseLock() && figures.medians().containsKey(bar.contender))
            .map(
                bar -> new BarChart.Bar(bar.label, bar == Bar.SERIALIZER, bar.colour, medians(bar)))
            .toList();
    List<String> columns = figures.producers().stream().map(Comparison::inWords).toList();
    String inWords =
        figures.producers().stream()
            .map(String::valueOf)
            .collect(joining(", ", "Items per microsecond with ", " producers"));
    return new BarChart(new Content(TITLE, AXIS, columns, bars, figures.caption(), inWords), theme)
        .svg();
  }

  private Bar worseLock() {
    return sum(Bar.REENTRANT_LOCK) < sum(Bar.SYNCHRONIZED) ? Bar.REENTRANT_LOCK : Bar.SYNCHRONIZED;
  }

  private double sum(Bar bar) {
    return medians(bar).stream().mapToDouble(median -> median == null ? 0 : median).sum();
  }

  private List<@Nullable Double> medians(Bar bar) {
    Map<Contender, List<@Nullable Double>> medians = figures.medians();
    return medians.getOrDefault(bar.contender, List.of());
  }
}
