package org.reactiveserializer.benchmarks.io;

import static java.util.stream.Collectors.joining;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.reactiveserializer.benchmarks.Series;
import org.reactiveserializer.benchmarks.io.IoContender.Kind;

/** Formats the results of a work as text. */
final class IoTable {
  private static final int NAME_WIDTH = 26;
  private static final int GAP = 4;

  private final Results results;
  private final Map<String, Function<String, String>> lines =
      new LinkedHashMap<>(); // cells by column

  IoTable(Results results) {
    this.results = results;
    lines.put("", column -> column);
    for (IoContender contender : results.contenders()) {
      lines.put(contender.label(), column -> cell(contender, column));
    }
    results.contenders().stream()
        .filter(each -> each.kind() == Kind.OURS)
        .forEach(ours -> lines.put(ours.label() + " / best rival", column -> ratio(ours, column)));
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    Work work = results.work();
    text.append(
        "%s: %s, %s, %s is better: median (smallest … largest)\n\n"
            .formatted(
                work.label(),
                work.subject().title(),
                work.subject().unit(),
                work.subject().isMoreBetter() ? "more" : "less"));
    lines.forEach((name, cell) -> text.append(line(name, cell)));
    section(text, "\nnotes on the last round:\n", results.notes());
    section(text, "\nFAILED, not timed:\n", results.faults());
    return text.toString();
  }

  private static void section(StringBuilder text, String head, List<String> content) {
    if (!content.isEmpty()) {
      text.append(head);
      content.forEach(each -> text.append("  ").append(each).append('\n'));
    }
  }

  private String line(String name, Function<String, String> cell) {
    return results.columns().stream()
        .map(column -> ("%" + width(column) + "s").formatted(cell.apply(column)))
        .collect(joining("", ("%-" + NAME_WIDTH + "s").formatted(name), "\n"));
  }

  /** Returns the width of the longest cell, with a gap. */
  private int width(String column) {
    return lines.values().stream().mapToInt(cell -> cell.apply(column).length()).max().orElse(0)
        + GAP;
  }

  private String cell(IoContender contender, String column) {
    Series series = results.at(contender, column);
    if (series == null) {
      return "";
    }
    return series.isTimed()
        ? "%s (%s … %s)"
            .formatted(number(series.median()), number(series.smallest()), number(series.largest()))
        : series.fault() == null ? "-" : "FAILED";
  }

  /** Returns how this library compares with the best rival, or nothing if there is none. */
  private String ratio(IoContender ours, String column) {
    Double own = results.median(ours, column);
    Optional<IoContender> best = results.bestRival(column);
    if (own == null || best.isEmpty()) {
      return "-";
    }
    Double rivals = results.median(best.get(), column);
    if (rivals == null || rivals == 0) {
      return "%s, %s 0".formatted(number(own), best.get().label());
    }
    return "%.2f × %s".formatted(own / rivals, best.get().label());
  }

  /** Returns a figure with at least three significant digits. */
  static String number(double figure) {
    return (figure < 0.1 && figure > 0
            ? "%.4f"
            : figure < 10 ? "%.2f" : figure < 1000 ? "%.1f" : "%,.0f")
        .formatted(figure);
  }
}
