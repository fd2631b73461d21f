package org.reactiveserializer.benchmarks.io;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Optional;
import org.reactiveserializer.benchmarks.io.ipc.FlowWorks;
import org.reactiveserializer.benchmarks.io.ipc.RoundTripWork;
import org.reactiveserializer.benchmarks.io.loss.LossWork;

/**
 * The works of one command.
 *
 * @param command its name
 * @param summary what it measures, for its help
 * @param options its own options, for its help
 * @param all the works, in the order of the report
 */
public record Works(String command, String summary, String options, List<Work> all) {
  /** The works of {@code benchmarks/io}. */
  static final Works IO =
      new Works(
          "io",
          """
          Measures what this library does outside the heap, beside its rivals: datagrams, and rings
          between two processes. Uses the loopback interface only. Each measurement runs in processes
          of its own, and the contenders take turns. Verifies the number, order and content of everything
          that arrives. Prints a table for each work. Takes about twenty minutes and
          needs an idle machine.
          """,
          """
            --rates <list>     datagrams a second in the work loss
                               (default 50000,100000,200000,300000,500000); this work has no
                               warm-up by default: it measures a receiver that has just started
          """,
          List.of(
              new LossWork(),
              FlowWorks.ints(),
              FlowWorks.messages(),
              new RoundTripWork(),
              FlowWorks.streams()));

  /** Finds a work by its label. */
  Optional<Work> find(String label) {
    return all.stream().filter(each -> each.label().equals(label)).findFirst();
  }

  String labels() {
    return all.stream().map(Work::label).collect(joining(", "));
  }

  /** Returns all works with their contenders, for the help. */
  String described() {
    return all.stream()
        .map(
            work ->
                "  %s: %s, %s%n"
                        .formatted(work.label(), work.subject().title(), work.subject().unit())
                    + work.contenders().stream()
                        .map(each -> "    %-23s %s%n".formatted(each.label(), each.description()))
                        .collect(joining()))
        .collect(joining());
  }
}
