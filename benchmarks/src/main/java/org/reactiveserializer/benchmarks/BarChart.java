package org.reactiveserializer.benchmarks;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Draws figures as grouped bars on a linear scale. The result is a self-contained SVG file, without
 * scripts, style sheets or fonts.
 *
 * <p>Texts do not overlap: their positions are computed from an upper bound of their width in any
 * common font, and the drawing gets wider with the number of groups.
 */
final class BarChart {
  /** An upper bound of the mean width of a character, as a fraction of the font size. */
  static final double CHARACTER = 0.65;

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
   * What a chart shows.
   *
   * @param title the heading
   * @param axis the unit, and whether more is better
   * @param columns the names of the groups, from left to right
   * @param bars the bars of each group, from left to right
   * @param caption the text below
   * @param inWords the beginning of the description for screen readers
   */
  record Content(
      String title,
      String axis,
      List<String> columns,
      List<Bar> bars,
      String caption,
      String inWords) {}

  /**
   * One bar of each group.
   *
   * @param label its name in the legend
   * @param isBold whether the label is bold
   * @param colour the colour of the bars
   * @param values one for each group: null if the contender failed
   */
  record Bar(String label, boolean isBold, Colour colour, List<@Nullable Double> values) {}

  /** A colour, in one shade for each theme. Each shade stands out from its background. */
  record Colour(String onLight, String onDark) {
    String on(Theme theme) {
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

    /** Returns the name of the file for a chart of this theme. */
    String fileName(String chart) {
      return "%s-%s.svg".formatted(chart, name().toLowerCase(Locale.ROOT));
    }
  }

  private final Content content;
  private final Theme theme;
  private final List<Bar> bars;
  private final int width;
  private final int slot; // the width of a bar and of the number above it
  private final double group; // the width of a group
  private final int step; // of the scale
  private final int steps;
  private final StringBuilder svg = new StringBuilder();
  private int y = MARGIN;

  /** Creates the chart. */
  BarChart(Content content, Theme theme) {
    this.content = content;
    this.theme = theme;
    bars = content.bars();
    int groups = content.columns().size();
    slot = Math.max(MIN_SLOT, (int) Math.ceil(widest()));
    width = Math.max(MIN_WIDTH, LEFT + groups * (bars.size() * slot + GROUP_GAP) + MARGIN);
    group = (double) (width - LEFT - MARGIN) / groups;
    step = step(largest());
    steps = (int) Math.max(1, Math.ceil(largest() / step));
  }

  private double largest() {
    return values().mapToDouble(value -> value).max().orElse(1);
  }

  private double widest() {
    return values().mapToDouble(value -> width(number(value), SMALL)).max().orElse(0);
  }

  private Stream<Double> values() {
    return bars.stream().flatMap(bar -> bar.values().stream()).filter(Objects::nonNull);
  }

  /** Returns a round number that is at least a fifth of the largest value. */
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
        .formatted(width, y + MARGIN, escape(content.title()), escape(inWords()), theme.page, svg);
  }

  private void title() {
    y += LARGE;
    text(MARGIN, y, LARGE, theme.text, true, "start", content.title());
    y += MEDIUM + 6;
    text(MARGIN, y, MEDIUM, theme.soft, false, "start", content.axis());
  }

  private void legend() {
    y += 14 + SWATCH;
    double x = MARGIN;
    for (Bar bar : bars) {
      double entry = SWATCH + 6 + width(bar.label(), MEDIUM);
      if (x + entry > width - MARGIN) {
        x = MARGIN;
        y += MEDIUM + 8;
      }
      rect(x, y - SWATCH + 1, SWATCH, SWATCH, bar.colour().on(theme));
      text(x + SWATCH + 6, y, MEDIUM, theme.text, bar.isBold(), "start", bar.label());
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
    for (int i = 0; i < content.columns().size(); i++) {
      group(i, bottom);
    }
    y = bottom + MEDIUM + 8;
  }

  private void group(int index, int bottom) {
    double middle = LEFT + group * (index + 0.5);
    double x = middle - slot * bars.size() / 2.0;
    for (Bar bar : bars) {
      Double value = bar.values().get(index);
      double height = value == null ? 0 : PLOT * value / ((double) step * steps);
      if (value != null) {
        rect(x + GAP / 2.0, bottom - height, slot - GAP, height, bar.colour().on(theme));
      }
      double above = bottom - height - 4;
      text(x + slot / 2.0, above, SMALL, theme.text, false, "middle", number(value));
      x += slot;
    }
    String column = content.columns().get(index);
    text(middle, bottom + MEDIUM + 8, MEDIUM, theme.text, false, "middle", column);
  }

  private void caption() {
    y += 8;
    String caption = content.caption();
    if (bars.stream().anyMatch(bar -> bar.values().contains(null))) {
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
                bar.values().stream()
                    .map(BarChart::number)
                    .collect(joining(", ", bar.label() + " ", "")))
        .collect(joining("; ", content.inWords() + ": ", ""));
  }

  /** Returns a value with two significant digits, or without decimals: it is not more precise. */
  private static String number(@Nullable Double value) {
    if (value == null) {
      return FAILED;
    }
    return (value < 9.95 ? value > 0 && value < 0.095 ? "%.2f" : "%.1f" : "%.0f").formatted(value);
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
