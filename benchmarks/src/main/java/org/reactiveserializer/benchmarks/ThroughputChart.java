package org.reactiveserializer.benchmarks;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.benchmarks.BarChart.Colour;
import org.reactiveserializer.benchmarks.BarChart.Content;
import org.reactiveserializer.benchmarks.BarChart.Theme;

/** Draws {@link Figures} as bars, for this library, the other libraries and the locks. */
final class ThroughputChart {
  private static final String TITLE = "Throughput when several threads emit into one subscriber";
  private static final String AXIS = "items per microsecond (more is better)";

  /**
   * The contenders that are drawn, from left to right. One hue for each kind, shades of different
   * lightness within it: blue for this library, orange for locks, grey for the other libraries.
   * Blue and orange also differ for people who do not see red or green.
   */
  private enum Bar {
    SERIALIZER(Contender.SERIALIZER, "this library", "#0a5bb5", "#4c9bff"),
    BIASED(Contender.BIASED, "this library, biased mode", "#3d94e0", "#a8d1ff"),
    REENTRANT_LOCK(Contender.REENTRANT_LOCK, "ReentrantLock", "#c26a00", "#f2a93b"),
    SYNCHRONIZED(Contender.SYNCHRONIZED, "synchronized", "#7a3e00", "#b5741a"),
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

    /** Whether the bar shows this library: its label is bold. */
    boolean isOurs() {
      return contender.role() == Contender.Role.OURS
          || contender.role() == Contender.Role.OURS_BIASED;
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
        List.of(Bar.values()).stream()
            .filter(bar -> figures.medians().containsKey(bar.contender))
            .map(bar -> new BarChart.Bar(bar.label, bar.isOurs(), bar.colour, medians(bar)))
            .toList();
    List<String> columns = figures.producers().stream().map(Comparison::inWords).toList();
    String inWords =
        figures.producers().stream()
            .map(String::valueOf)
            .collect(joining(", ", "Items per microsecond with ", " producers"));
    return new BarChart(new Content(TITLE, AXIS, columns, bars, figures.caption(), inWords), theme)
        .svg();
  }

  private List<@Nullable Double> medians(Bar bar) {
    Map<Contender, List<@Nullable Double>> medians = figures.medians();
    return medians.getOrDefault(bar.contender, List.of());
  }
}
