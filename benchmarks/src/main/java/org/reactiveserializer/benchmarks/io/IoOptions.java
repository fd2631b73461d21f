package org.reactiveserializer.benchmarks.io;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.benchmarks.Arguments;
import org.reactiveserializer.benchmarks.Arguments.UsageException;
import org.reactiveserializer.benchmarks.io.IoContender.Kind;

/**
 * The options of the command line.
 *
 * @param works what to measure
 * @param rivals the labels of the rivals to measure, or null for all
 * @param rounds how often to measure everything
 * @param charts the directory to write the charts and figures to
 * @param from the figures to draw instead of measuring, or null to measure
 * @param help whether only to print the help
 */
record IoOptions(
    List<Work> works,
    @Nullable List<String> rivals,
    int rounds,
    Effort effort,
    Path charts,
    @Nullable Path from,
    boolean help) {

  private static final String OPTIONS =
      """
        --quick            one round of one second each: some minutes, less precise
        --works <list>     what to measure (default: %s)
        --rivals <list>    what to measure beside this library (default: all rivals)
        --rounds <n>       how often each contender is measured (default 3, with --quick 1)
        --seconds <n>      duration of each measurement (default 3, with --quick 1)
        --warmup <n>       seconds before each measurement (default 2, with --quick 1); the work loss
                           has no warm-up by default: it measures a receiver that has just started
        --rates <list>     datagrams a second in the work loss
                           (default 50000,100000,200000,300000,500000)
        --charts <dir>     write the charts, io-<work>-light.svg and io-<work>-dark.svg, and their
                           figures, io.csv, to this directory (default %s)
        --from <file>      do not measure; draw the charts from the figures in this io.csv
        --help             print this text
      A <list> is separated by commas, without blanks: --works ints,messages --rivals agrona
      """;

  private static final int MAX_ROUNDS = 100;
  private static final int MAX_SECONDS = 60;
  private static final int MAX_RATE = 2_000_000;

  static IoOptions parse(List<String> arguments, Path defaultCharts) {
    return new Parser(arguments, defaultCharts).parse();
  }

  /** Returns the text of {@code --help}. */
  static String help(Path defaultCharts) {
    return """
        Usage: benchmarks/io [options]

        Measures what this library does outside the heap, beside its rivals: datagrams, and rings
        between two processes. Uses the loopback interface only. Each measurement runs in processes
        of its own, and the contenders take turns. Verifies the number, order and content of everything
        that arrives. Prints a table for each work and draws it. Takes about twenty minutes and
        needs an idle machine.

        Options:
        %s
        Works and what is measured in them:
        %s
        Exit status: 0; 1 if this library failed verification or no chart could be written; 2 if the
        arguments are wrong. A rival that fails is reported and not timed.
        """
        .formatted(options(defaultCharts), Works.described());
  }

  private static String options(Path defaultCharts) {
    return OPTIONS.formatted(Works.labels().replace(" ", ""), defaultCharts);
  }

  /** Returns the contenders of a work that are to be measured. */
  List<IoContender> contenders(Work work) {
    return work.contenders().stream()
        .filter(each -> rivals == null || each.kind() == Kind.OURS || rivals.contains(each.label()))
        .toList();
  }

  private static final class Parser {
    private final Arguments arguments;
    private boolean quick;
    private boolean help;
    private List<Work> works = Works.ALL;
    private @Nullable List<String> rivals;
    private int rounds;
    private int seconds;
    private @Nullable Integer warmup;
    private List<Integer> rates = List.of(50_000, 100_000, 200_000, 300_000, 500_000);
    private Path charts;
    private @Nullable Path from;

    Parser(List<String> arguments, Path defaultCharts) {
      this.arguments = new Arguments(arguments, options(defaultCharts));
      charts = defaultCharts;
    }

    IoOptions parse() {
      while (!arguments.isEmpty()) {
        option(arguments.option());
      }
      Effort effort =
          new Effort(
              1000 * (seconds == 0 ? (quick ? 1 : 3) : seconds),
              1000 * Objects.requireNonNullElse(warmup, quick ? 1 : 2),
              1000 * Objects.requireNonNullElse(warmup, 0),
              rates);
      return new IoOptions(
          works, rivals, rounds == 0 ? (quick ? 1 : 3) : rounds, effort, charts, from, help);
    }

    private void option(String argument) {
      switch (argument) {
        case "--quick" -> quick = true;
        case "--help", "-h" -> help = true;
        case "--works" -> works = arguments.list(argument, Parser::work).toList();
        case "--rivals" -> rivals = arguments.list(argument, Parser::rival).toList();
        case "--rounds" -> rounds = arguments.number(argument, MAX_ROUNDS);
        case "--seconds" -> seconds = arguments.number(argument, MAX_SECONDS);
        case "--warmup" -> warmup = arguments.number(argument, MAX_SECONDS);
        case "--rates" -> rates = arguments.list(argument, Parser::rate).sorted().toList();
        case "--charts" -> charts = Path.of(arguments.value(argument));
        case "--from" -> from = Path.of(arguments.value(argument));
        default -> throw arguments.unknown(argument);
      }
    }

    private static Work work(String label) {
      return Works.find(label)
          .orElseThrow(
              () -> new UsageException("Unknown work: %s\nKnown works:\n%s".formatted(label, Works.described())));
    }

    private static String rival(String label) {
      boolean isKnown =
          Works.ALL.stream()
              .flatMap(each -> each.contenders().stream())
              .anyMatch(each -> each.kind() == Kind.RIVAL && each.label().equals(label));
      if (!isKnown) {
        throw new UsageException(
            "Unknown rival: %s\nKnown works and rivals:\n%s".formatted(label, Works.described()));
      }
      return label;
    }

    private static int rate(String value) {
      return Arguments.number("--rates", value, MAX_RATE);
    }
  }
}
