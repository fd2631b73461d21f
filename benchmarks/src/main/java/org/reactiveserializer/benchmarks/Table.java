package org.reactiveserializer.benchmarks;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;

/** Formats a comparison as text. */
final class Table {
  private static final int NAME_WIDTH = 26;
  private static final int COLUMN_WIDTH = 22;

  private final Comparison comparison;

  Table(Comparison comparison) {
    this.comparison = comparison;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append("items/µs: median (slowest … fastest batch)\n\n");
    text.append(line("", Comparison::inWords));
    rows(text, Table::speed);
    for (Contender ours : comparison.ours()) {
      text.append(line(ours.label() + " / best rival", count -> ratio(ours, count)));
      text.append(line("  wins (pairs of batches)", count -> lead(ours, count)));
    }
    text.append("\nallocated bytes per item\n\n");
    rows(text, series -> "%.1f".formatted(series.bytesPerItem()));
    List<String> faults = comparison.faults();
    if (!faults.isEmpty()) {
      text.append("\nFAILED verification, not timed:\n");
      faults.forEach(fault -> text.append("  ").append(fault).append('\n'));
    }
    return text.toString();
  }

  private void rows(StringBuilder text, Function<Series, String> cell) {
    for (Contender contender : comparison.contenders()) {
      text.append(
          line(
              contender.label(),
              count -> {
                Series series = comparison.row(count).get(contender);
                return series == null ? "" : series.isTimed() ? cell.apply(series) : "FAILED";
              }));
    }
  }

  private String line(String name, IntFunction<String> cell) {
    return comparison.producers().stream()
        .map(count -> ("%" + COLUMN_WIDTH + "s").formatted(cell.apply(count)))
        .collect(joining("", ("%-" + NAME_WIDTH + "s").formatted(name), "\n"));
  }

  private String ratio(Contender ours, int count) {
    return comparison
        .ratio(ours, count)
        .map(
            ratio ->
                "%.2f × %s"
                    .formatted(ratio, comparison.bestRival(count).map(Contender::label).orElse("")))
        .orElse("-");
  }

  private String lead(Contender ours, int count) {
    return comparison.lead(ours, count).map(share -> "%.0f %%".formatted(100 * share)).orElse("-");
  }

  private static String speed(Series series) {
    return "%.1f (%.1f … %.1f)".formatted(series.median(), series.smallest(), series.largest());
  }
}
