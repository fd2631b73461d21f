package org.reactiveserializer.benchmarks;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Draws {@link Figures} as grouped bars on a linear scale, for this library, the other libraries
 * and the locks. The result is a self-contained SVG file, without scripts, style sheets or fonts.
 *
 * <p>Texts do not overlap: their positions are computed from an upper bound of their width in any
 * common font, and the drawing gets wider with the number of groups.
 */
final class ThroughputChart {
  /** An upper bound of the mean width of a character, as a fraction of the font size. */
  static final double CHARACTER = 0.65;

  private static final String TITLE = "Throughput when several threads emit into one subscriber";
  private static final String AXIS = "items per microsecond (more is better)";
  private static final String FAILED = "\u2013";
  private static final int LARGE = 18;
  private static final int MEDIUM = 13;
  private static final int SMALL = 11;
  private static final int MARGIN = 16;
  private static final int SWATCH = 12;
  private static final int LEFT = 56; // the width of the axis with its numbers
  private static final int PLOT = 260; // the height of the axis
  private static final int MIN_SLOT = 23;
  private static final int GAP = 2;
  private static final int GROUP_GAP = 18;
  private static final int MIN_WIDTH = 800;

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
    final String onLight;
    final String onDark;

    Bar(Contender contender, String label, String onLight, String onDark) {
      this.contender = contender;
      this.label = label;
      this.onLight = onLight;
      this.onDark = onDark;
    }

    /** Whether the bar shows this library: its label is bold. */
    boolean isOurs() {
      return contender.role() == Contender.Role.OURS
          || contender.role() == Contender.Role.OURS_BIASED;
    }

    String colour(Theme theme) {
      return theme == Theme.LIGHT ? onLight : onDark;
    }
  }

  /** The background that a chart is drawn for. */
  enum Theme {
    LIGHT("#ffffff", "#1f2328", "#59636e", "#d1d9e0"),
    DARK("#0d1117", "#f0f6fc", "#9198a1", "#3d444d");

    final String page;
    final String text;
    final String soft;
    final String grid;

    Theme(String page, String text, String soft, String grid) {
      this.page = page;
      this.text = text;
      this.soft = soft;
      this.grid = grid;
    }

    String fileName() {
      return "throughput-%s.svg".formatted(name().toLowerCase(Locale.ROOT));
    }
  }

  private final Figures figures;
  private final Theme theme;
  private final List<Bar> bars;
  private final int width;
  private final int slot; // the width of a bar and of the number above it
  private final double group; // the width of a group
  private final int step; // of the scale
  private final int steps;
  private final StringBuilder svg = new StringBuilder();
  private int y = MARGIN;

  ThroughputChart(Figures figures, Theme theme) {
    this.figures = figures;
    this.theme = theme;
    bars =
        List.of(Bar.values()).stream()
            .filter(bar -> figures.medians().containsKey(bar.contender))
            .toList();
    int groups = figures.producers().size();
    slot = Math.max(MIN_SLOT, (int) Math.ceil(width(number(largest()), SMALL)));
    width = Math.max(MIN_WIDTH, LEFT + groups * (bars.size() * slot + GROUP_GAP) + MARGIN);
    group = (double) (width - LEFT - MARGIN) / groups;
    step = step(largest());
    steps = (int) Math.max(1, Math.ceil(largest() / step));
  }

  private double largest() {
    return bars.stream()
        .flatMap(bar -> medians(bar).stream())
        .filter(Objects::nonNull)
        .mapToDouble(median -> median)
        .max()
        .orElse(1);
  }

  private List<@Nullable Double> medians(Bar bar) {
    return figures.medians().getOrDefault(bar.contender, List.of());
  }

  /** Returns a round number that is at least a fifth of the largest median. */
  private static int step(double largest) {
    for (int power = 1; ; power *= 10) {
      for (int factor : new int[] {1, 2, 5}) {
        if (factor * power * 5 >= largest) {
          return factor * power;
        }
      }
    }
  }

  /** Returns the file. */
  String svg() {
    title();
    legend();
    plot();
    caption();
    return """
        <?xml version="1.0" encoding="UTF-8"?>
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" \
        role="img" font-family="Helvetica, Arial, sans-serif">
        <title>%3$s</title>
        <desc>%4$s</desc>
        <rect width="%1$d" height="%2$d" fill="%5$s"/>
        %6$s</svg>
        """
        .formatted(width, y + MARGIN, TITLE, escape(inWords()), theme.page, svg);
  }

  private void title() {
    y += LARGE;
    text(MARGIN, y, LARGE, theme.text, true, "start", TITLE);
    y += MEDIUM + 6;
    text(MARGIN, y, MEDIUM, theme.soft, false, "start", AXIS);
  }

  private void legend() {
    y += 14 + SWATCH;
    double x = MARGIN;
    for (Bar bar : bars) {
      double entry = SWATCH + 6 + width(bar.label, MEDIUM);
      if (x + entry > width - MARGIN) {
        x = MARGIN;
        y += MEDIUM + 8;
      }
      rect(x, y - SWATCH + 1, SWATCH, SWATCH, bar.colour(theme));
      text(x + SWATCH + 6, y, MEDIUM, theme.text, bar.isOurs(), "start", bar.label);
      x += entry + 14;
    }
  }

  private void plot() {
    y += 14 + SMALL; // room for a number above the highest bar
    int bottom = y + PLOT;
    for (int i = 0; i <= steps; i++) {
      double at = bottom - (double) PLOT * i / steps;
      svg.append(
          "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>\n"
              .formatted(LEFT, width - MARGIN, at, at, i == 0 ? theme.soft : theme.grid));
      text(LEFT - 6, at + 4, SMALL, theme.soft, false, "end", String.valueOf(i * step));
    }
    for (int i = 0; i < figures.producers().size(); i++) {
      group(i, bottom);
    }
    y = bottom + MEDIUM + 8;
  }

  private void group(int index, int bottom) {
    double middle = LEFT + group * (index + 0.5);
    double x = middle - slot * bars.size() / 2.0;
    for (Bar bar : bars) {
      Double median = medians(bar).get(index);
      double height = median == null ? 0 : PLOT * median / ((double) step * steps);
      if (median != null) {
        rect(x + GAP / 2.0, bottom - height, slot - GAP, height, bar.colour(theme));
      }
      double above = bottom - height - 4;
      text(x + slot / 2.0, above, SMALL, theme.text, false, "middle", number(median));
      x += slot;
    }
    String producers = Comparison.inWords(figures.producers().get(index));
    text(middle, bottom + MEDIUM + 8, MEDIUM, theme.text, false, "middle", producers);
  }

  private void caption() {
    y += 8;
    String caption = figures.caption();
    if (bars.stream().anyMatch(bar -> medians(bar).contains(null))) {
      caption += " " + FAILED + ": failed verification, not timed.";
    }
    for (String line : lines(caption, (int) ((width - 2 * MARGIN) / (SMALL * CHARACTER)))) {
      y += SMALL + 5;
      text(MARGIN, y, SMALL, theme.soft, false, "start", line);
    }
  }

  /** Breaks a text into lines of at most {@code length} characters. */
  private static List<String> lines(String text, int length) {
    List<String> lines = new ArrayList<>();
    String rest = text.strip();
    while (rest.length() > length) {
      int blank = rest.lastIndexOf(' ', length);
      int end = blank > 0 ? blank : length;
      lines.add(rest.substring(0, end));
      rest = rest.substring(end).strip();
    }
    lines.add(rest);
    return lines;
  }

  /** Returns the figures as text, for screen readers. */
  private String inWords() {
    return bars.stream()
        .map(
            bar ->
                medians(bar).stream()
                    .map(ThroughputChart::number)
                    .collect(joining(", ", bar.label + " ", "")))
        .collect(
            joining(
                "; ",
                figures.producers().stream()
                    .map(String::valueOf)
                    .collect(joining(", ", "Items per microsecond with ", " producers: ")),
                ""));
  }

  /** Returns a median with two significant digits, or without decimals: it is not more precise. */
  private static String number(@Nullable Double median) {
    return median == null ? FAILED : (median < 9.95 ? "%.1f" : "%.0f").formatted(median);
  }

  private void rect(double x, double top, double wide, double high, String colour) {
    svg.append(
        "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>\n"
            .formatted(x, top, wide, high, colour));
  }

  private void text(
      double x, double base, int size, String colour, boolean bold, String anchor, String text) {
    svg.append(
        "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%d\"%s text-anchor=\"%s\" fill=\"%s\">%s</text>\n"
            .formatted(
                x, base, size, bold ? " font-weight=\"bold\"" : "", anchor, colour, escape(text)));
  }

  private static double width(String text, int size) {
    return text.length() * size * CHARACTER;
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
