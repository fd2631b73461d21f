package org.reactiveserializer.benchmarks.io;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.stream.Stream;
import org.reactiveserializer.benchmarks.Machine;

/**
 * The medians of works, as a file of comma-separated values. Each work begins with a line of its label and its columns; a
 * line for each contender follows, in which a failure is empty and what was not measured is {@value #NOT_MEASURED}.
 */
final class IoFigures {
  private static final String NOT_MEASURED = "-";

  private IoFigures() {}

  /** Returns the text of the file. */
  static String csv(List<Results> all, Machine machine, int rounds) {
    String caption =
        "# %s, %d processors. %s. Loopback, separate processes. Medians of %d round%s.\n"
            .formatted(
                machine.processor(),
                machine.processors(),
                machine.java(),
                rounds,
                rounds == 1 ? "" : "s");
    return caption + all.stream().map(IoFigures::csv).collect(joining());
  }

  private static String csv(Results results) {
    return line("work:" + results.work().label(), results.columns().stream())
        + results.contenders().stream()
            .map(
                each ->
                    line(
                        each.label(),
                        results.columns().stream().map(in -> cell(results, each, in))))
            .collect(joining());
  }

  private static String line(String name, Stream<String> cells) {
    return Stream.concat(Stream.of(name), cells).collect(joining(",", "", "\n"));
  }

  private static String cell(Results results, IoContender contender, String column) {
    if (results.at(contender, column) == null) {
      return NOT_MEASURED;
    }
    Double median = results.median(contender, column);
    return median == null ? "" : "%.4f".formatted(median);
  }
}
