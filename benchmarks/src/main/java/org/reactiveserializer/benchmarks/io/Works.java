package org.reactiveserializer.benchmarks.io;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Optional;
import org.reactiveserializer.benchmarks.io.answers.AnswersWork;
import org.reactiveserializer.benchmarks.io.ipc.FlowWorks;
import org.reactiveserializer.benchmarks.io.ipc.RoundTripWork;
import org.reactiveserializer.benchmarks.io.loss.LossWork;

/** The works that the command line knows. */
final class Works {
  static final List<Work> ALL =
      List.of(
          new LossWork(),
          new AnswersWork(),
          FlowWorks.ints(),
          FlowWorks.messages(),
          new RoundTripWork(),
          FlowWorks.streams());

  private Works() {}

  /** Finds a work by its label. */
  static Optional<Work> find(String label) {
    return ALL.stream().filter(each -> each.label().equals(label)).findFirst();
  }

  /** Returns the work with a label, which must exist. */
  static Work labelled(String label) {
    return find(label)
        .orElseThrow(() -> new IllegalArgumentException("Unknown work: " + label + ", known are " + labels()));
  }

  /** Returns the contender of a work with a label, which must exist. */
  static IoContender contender(Work work, String label) {
    return work.contenders().stream()
        .filter(each -> each.label().equals(label))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("Unknown contender of %s: %s".formatted(work.label(), label)));
  }

  static String labels() {
    return ALL.stream().map(Work::label).collect(joining(", "));
  }

  /** Returns all works with their contenders, for the help. */
  static String described() {
    return ALL.stream()
        .map(
            work ->
                "  %s: %s, %s%n".formatted(work.label(), work.title(), work.unit())
                    + work.contenders().stream()
                        .map(each -> "    %-23s %s%n".formatted(each.label(), each.description()))
                        .collect(joining()))
        .collect(joining());
  }
}
