package org.reactiveserializer.benchmarks;

import static java.util.stream.Collectors.joining;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.benchmarks.BarChart.Colour;
import org.reactiveserializer.benchmarks.BarChart.Content;
import org.reactiveserializer.benchmarks.BarChart.Theme;

/** Draws {@link Figures} of one kind of contenders as bars: this library's and its rivals. */
final class ThroughputChart {
  private static final String AXIS = "items per microsecond (more is better)";

  /** What a user chooses between: each kind has a chart of its own. */
  enum Kind {
    OPERATORS("throughput", "Operators: throughput when several threads emit into one subscriber"),
    SINKS("throughput-sinks", "Sinks: throughput when several threads emit into one subscriber");

    /** The beginning of the name of the file. */
    final String chart;

    private final String title;

    Kind(String chart, String title) {
      this.chart = chart;
      this.title = title;
    }

    /** Returns whether there is anything of this kind to draw. */
    boolean isIn(Figures figures) {
      return Arrays.stream(Bar.values())
          .anyMatch(bar -> bar.kind == this && figures.medians().containsKey(bar.contender));
    }
  }

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
    MUTINY(Contender.MUTINY, "Mutiny", "#8d959e", "#767e88"),
    SINK(Contender.SINK, Kind.SINKS, SERIALIZER, "SerialSink"),
    SINK_BOUNDED(Contender.SINK_BOUNDED, Kind.SINKS, BIASED, "SerialSink, bounded"),
    SINK_RXJAVA(Contender.SINK_RXJAVA, Kind.SINKS, RXJAVA, "RxJava, UnicastProcessor"),
    SINK_REACTOR_UNSAFE(
        Contender.SINK_REACTOR_UNSAFE, Kind.SINKS, REACTOR, "Reactor, Sinks.unsafe()"),
    SINK_MUTINY(Contender.SINK_MUTINY, Kind.SINKS, MUTINY, "Mutiny, UnicastProcessor");

    final Contender contender;
    final Kind kind;
    final String label;
    final Colour colour;

    Bar(Contender contender, String label, String onLight, String onDark) {
      this(contender, Kind.OPERATORS, new Colour(onLight, onDark), label);
    }

    /** A bar of the colour that the same library has in the other chart. */
    Bar(Contender contender, Kind kind, Bar sameColour, String label) {
      this(contender, kind, sameColour.colour, label);
    }

    Bar(Contender contender, Kind kind, Colour colour, String label) {
      this.contender = contender;
      this.kind = kind;
      this.colour = colour;
      this.label = label;
    }

    /** Whether the bar shows this library: its label is bold. */
    boolean isOurs() {
      return contender.role() == Contender.Role.OURS
          || contender.role() == Contender.Role.OURS_BIASED
          || this == SINK
          || this == SINK_BOUNDED;
    }
  }

  private final Figures figures;
  private final Kind kind;
  private final Theme theme;

  ThroughputChart(Figures figures, Kind kind, Theme theme) {
    this.figures = figures;
    this.kind = kind;
    this.theme = theme;
  }

  /** Returns the file. */
  String svg() {
    List<BarChart.Bar> bars =
        List.of(Bar.values()).stream()
            .filter(bar -> bar.kind == kind && figures.medians().containsKey(bar.contender))
            .map(bar -> new BarChart.Bar(bar.label, bar.isOurs(), bar.colour, medians(bar)))
            .toList();
    List<String> columns = figures.producers().stream().map(Comparison::inWords).toList();
    String inWords =
        figures.producers().stream()
            .map(String::valueOf)
            .collect(joining(", ", "Items per microsecond with ", " producers"));
    return new BarChart(
            new Content(kind.title, AXIS, columns, bars, figures.caption(), inWords), theme)
        .svg();
  }

  private List<@Nullable Double> medians(Bar bar) {
    Map<Contender, List<@Nullable Double>> medians = figures.medians();
    return medians.getOrDefault(bar.contender, List.of());
  }
}
