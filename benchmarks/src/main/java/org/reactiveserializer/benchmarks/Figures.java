package org.reactiveserializer.benchmarks;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The medians of a comparison, as a file of comma-separated values: what a {@link ThroughputChart}
 * draws.
 *
 * @param caption the machine and the conditions of the measurement, in one line
 * @param producers the numbers of producers, one for each column
 * @param medians items per microsecond, one for each number of producers; null where a contender
 *     failed verification or was not measured
 */
record Figures(
    String caption, List<Integer> producers, Map<Contender, List<@Nullable Double>> medians) {
  private static final String CAPTION = "# ";
  private static final String PRODUCERS = "producers";
  private static final double MAX = 100_000; // the axis has room for six digits

  /** Takes the medians of a comparison. */
  static Figures of(Comparison comparison, Machine machine) {
    Map<Contender, List<@Nullable Double>> medians = new EnumMap<>(Contender.class);
    int machines = 0;
    for (Contender contender : comparison.contenders()) {
      List<@Nullable Double> row = new ArrayList<>();
      for (int count : comparison.producers()) {
        Series series = comparison.row(count).get(contender);
        row.add(series != null && series.isTimed() ? series.median() : null);
        machines = Math.max(machines, series == null ? 0 : series.machines());
      }
      medians.put(contender, row);
    }
    String caption =
        "%s, %d processors. %s. Medians of the batches in %d JVM%s."
            .formatted(
                machine.processor(),
                machine.processors(),
                machine.java(),
                machines,
                machines == 1 ? "" : "s");
    return new Figures(caption, comparison.producers(), medians);
  }

  /** Returns the text of the file. */
  String csv() {
    return CAPTION
        + caption
        + "\n"
        + line(PRODUCERS, producers.stream().map(String::valueOf))
        + medians.entrySet().stream()
            .map(row -> line(row.getKey().label(), row.getValue().stream().map(Figures::cell)))
            .collect(joining());
  }

  private static String line(String name, Stream<String> cells) {
    return Stream.concat(Stream.of(name), cells).collect(joining(",", "", "\n"));
  }

  private static String cell(@Nullable Double median) {
    return median == null ? "" : "%.2f".formatted(median);
  }

  /**
   * Reads the text of such a file.
   *
   * @throws IllegalArgumentException if it is not one; the message says why
   */
  static Figures parse(String csv) {
    List<String> lines = csv.lines().toList();
    if (lines.size() < 3 || !lines.get(0).startsWith(CAPTION)) {
      throw new IllegalArgumentException(
          "expected a caption behind a #, a line of producers, and a line for each contender");
    }
    List<String> head = cells(lines.get(1));
    if (head.size() < 2 || !head.get(0).equals(PRODUCERS)) {
      throw new IllegalArgumentException("line 2 must be like producers,1,2");
    }
    Map<Contender, List<@Nullable Double>> medians = new EnumMap<>(Contender.class);
    for (String line : lines.subList(2, lines.size())) {
      List<String> cells = cells(line);
      if (cells.size() != head.size()) {
        throw new IllegalArgumentException(
            "%s: %d values, expected %d".formatted(line, cells.size() - 1, head.size() - 1));
      }
      List<@Nullable Double> row = new ArrayList<>();
      cells.subList(1, cells.size()).forEach(cell -> row.add(median(cell)));
      medians.put(Contender.of(cells.get(0)), Collections.unmodifiableList(row));
    }
    return new Figures(
        lines.get(0).substring(CAPTION.length()),
        head.stream().skip(1).map(Integer::valueOf).toList(),
        medians);
  }

  private static List<String> cells(String line) {
    return Arrays.asList(line.split(",", -1));
  }

  private static @Nullable Double median(String cell) {
    if (cell.isEmpty()) {
      return null;
    }
    double median = Double.parseDouble(cell);
    if (!(median >= 0 && median < MAX)) {
      throw new IllegalArgumentException(cell + " is not a number of items per microsecond");
    }
    return median;
  }
}
