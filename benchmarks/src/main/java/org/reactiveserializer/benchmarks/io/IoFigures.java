package org.reactiveserializer.benchmarks.io;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.benchmarks.BarChart;
import org.reactiveserializer.benchmarks.BarChart.Content;
import org.reactiveserializer.benchmarks.BarChart.Theme;
import org.reactiveserializer.benchmarks.Machine;
import org.reactiveserializer.benchmarks.io.IoContender.Kind;

/**
 * The medians of works, as a file of comma-separated values: what the charts show. Each work begins
 * with a line of its label and its columns; a line for each contender follows, in which a failure
 * is empty and what was not measured is {@value #NOT_MEASURED}.
 *
 * @param works the works of the command
 * @param caption the machine and the conditions of the measurement, in one line
 */
record IoFigures(Works works, String caption, List<Block> blocks) {
  private static final String CAPTION = "# ";
  private static final String WORK = "work:";
  private static final String NOT_MEASURED = "-";
  private static final Double NONE =
      Double.NaN; // an object: a conditional expression must not unbox a null

  /**
   * The medians of one work.
   *
   * @param rows the medians by contender: null for a failure, not a number if not measured
   */
  record Block(String work, List<String> columns, Map<String, List<@Nullable Double>> rows) {}

  /** Takes the medians of results. */
  static IoFigures of(Works works, List<Results> all, Machine machine, int rounds) {
    List<Block> blocks = new ArrayList<>();
    for (Results results : all) {
      Map<String, List<@Nullable Double>> rows = new LinkedHashMap<>();
      for (IoContender contender : results.contenders()) {
        List<@Nullable Double> row = new ArrayList<>();
        for (String column : results.columns()) {
          row.add(results.at(contender, column) == null ? NONE : results.median(contender, column));
        }
        rows.put(contender.label(), row);
      }
      blocks.add(new Block(results.work().label(), results.columns(), rows));
    }
    String caption =
        "%s, %d processors. %s. Loopback, separate processes. Medians of %d round%s."
            .formatted(
                machine.processor(),
                machine.processors(),
                machine.java(),
                rounds,
                rounds == 1 ? "" : "s");
    return new IoFigures(works, caption, blocks);
  }

  /** Returns the text of the file. */
  String csv() {
    return CAPTION + caption + "\n" + blocks.stream().map(IoFigures::csv).collect(joining());
  }

  private static String csv(Block block) {
    return line(WORK + block.work(), block.columns().stream())
        + block.rows().entrySet().stream()
            .map(row -> line(row.getKey(), row.getValue().stream().map(IoFigures::cell)))
            .collect(joining());
  }

  private static String line(String name, Stream<String> cells) {
    return Stream.concat(Stream.of(name), cells).collect(joining(",", "", "\n"));
  }

  private static String cell(@Nullable Double median) {
    return median == null ? "" : median.isNaN() ? NOT_MEASURED : "%.4f".formatted(median);
  }

  /**
   * Reads the text of such a file.
   *
   * @throws IllegalArgumentException if it is not one; the message says why
   */
  static IoFigures parse(Works works, String csv) {
    List<String> lines = csv.lines().toList();
    if (lines.size() < 3 || !lines.get(0).startsWith(CAPTION) || !lines.get(1).startsWith(WORK)) {
      throw new IllegalArgumentException(
          "expected a caption behind a #, then for each work a line such as work:ints,one by one and"
              + " a line for each contender");
    }
    List<Block> blocks = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      List<String> cells = Arrays.asList(line.split(",", -1));
      List<String> tail = cells.subList(1, cells.size());
      if (line.startsWith(WORK)) {
        Work work = works.labelled(cells.get(0).substring(WORK.length()));
        blocks.add(new Block(work.label(), List.copyOf(tail), new LinkedHashMap<>()));
        continue;
      }
      Block block = blocks.get(blocks.size() - 1);
      if (tail.size() != block.columns().size()) {
        throw new IllegalArgumentException(
            "%s: %d values, expected %d".formatted(line, tail.size(), block.columns().size()));
      }
      List<@Nullable Double> row = new ArrayList<>();
      tail.forEach(each -> row.add(median(each)));
      block.rows().put(cells.get(0), Collections.unmodifiableList(row));
    }
    return new IoFigures(works, lines.get(0).substring(CAPTION.length()), blocks);
  }

  private static @Nullable Double median(String cell) {
    if (cell.isEmpty()) {
      return null;
    }
    double median = cell.equals(NOT_MEASURED) ? Double.NaN : Double.parseDouble(cell);
    if (median < 0 || median > 1e9) {
      throw new IllegalArgumentException(cell + " is not a figure from 0 to a billion");
    }
    return median;
  }

  /** Returns the charts by the names of their files. */
  Map<String, String> charts() {
    Map<String, String> charts = new LinkedHashMap<>();
    for (Block block : blocks) {
      for (Theme theme : Theme.values()) {
        charts.put(
            theme.fileName(works.command() + "-" + block.work()),
            new BarChart(content(block), theme).svg());
      }
    }
    return charts;
  }

  private Content content(Block block) {
    Work work = works.labelled(block.work());
    List<BarChart.Bar> bars = new ArrayList<>();
    block
        .rows()
        .forEach(
            (label, row) -> {
              IoContender contender = Works.contender(work, label);
              boolean isOurs = contender.kind() == Kind.OURS;
              bars.add(new BarChart.Bar(label, isOurs, contender.colour(), row));
            });
    String axis =
        "%s (%s is better)"
            .formatted(work.subject().unit(), work.subject().isMoreBetter() ? "more" : "less");
    String inWords =
        "%s, %s, for %s"
            .formatted(
                work.subject().title(), work.subject().unit(), String.join(", ", block.columns()));
    return new Content(
        capitalized(work.subject().title()), axis, block.columns(), bars, caption, inWords);
  }

  private static String capitalized(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }
}
