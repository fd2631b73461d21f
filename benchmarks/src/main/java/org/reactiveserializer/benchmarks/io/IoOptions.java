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
        --rivals <list>    what to measure beside this library (default: all)
        --rounds <n>       how often each contender is measured (default 3, with --quick 1)
        --seconds <n>      duration of each measurement (default 3, with --quick 1)
        --warmup <n>       seconds before each measurement (default 2, with --quick 1)
      %s  --charts <dir>     write the charts, %s-<work>-light.svg and %s-<work>-dark.svg, and their
                           figures, %s, to this directory (default %s)
        --from <file>      do not measure; draw the charts from the figures in this file
        --help             print this text
      A <list> is separated by commas, without blanks: --works a,b
      """;

  private static final int MAX_ROUNDS = 100;
  private static final int MAX_SECONDS = 60;
  private static final int MAX_RATE = 2_000_000;
  private static final int MAX_CONNECTIONS = 25_000;

  /** Options that not every command has. */
  private static final List<String> OF_SOME = List.of("--rates", "--connections");

  static IoOptions parse(Works works, List<String> arguments, Path defaultCharts) {
    return new Parser(works, arguments, defaultCharts).parse();
  }

  /** Returns the text of {@code --help}. */
  static String help(Works works, Path defaultCharts) {
    return """
        Usage: benchmarks/%s [options]

        %s
        Options:
        %s
        Works and what is measured in them:
        %s
        Exit status: 0; 1 if this library failed verification or no chart could be written; 2 if the
        arguments are wrong. A rival that fails is reported and not timed.
        """
        .formatted(
            works.command(), works.summary(), options(works, defaultCharts), works.described());
  }

  private static String options(Works works, Path defaultCharts) {
    String command = works.command();
    return OPTIONS.formatted(
        works.labels().replace(" ", ""),
        works.options(),
        command,
        command,
        works.figures(),
        defaultCharts);
  }

  /** Returns the contenders of a work that are to be measured. */
  List<IoContender> contenders(Work work) {
    return work.contenders().stream()
        .filter(each -> each.kind() == Kind.OURS || rivals == null || rivals.contains(each.label()))
        .toList();
  }

  private static final class Parser {
    private final Works known;
    private final Arguments arguments;
    private boolean quick;
    private boolean help;
    private List<Work> works;
    private @Nullable List<String> rivals;
    private int rounds;
    private int seconds;
    private @Nullable Integer warmup;
    private List<Integer> rates = List.of(50_000, 100_000, 200_000, 300_000, 500_000);
    private List<Integer> connections = List.of(3_500, 20_000);
    private Path charts;
    private @Nullable Path from;

    Parser(Works known, List<String> arguments, Path defaultCharts) {
      this.known = known;
      this.arguments = new Arguments(arguments, options(known, defaultCharts));
      works = known.all();
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
              rates,
              connections);
      return new IoOptions(
          works, rivals, rounds == 0 ? (quick ? 1 : 3) : rounds, effort, charts, from, help);
    }

    private void option(String argument) {
      if (OF_SOME.contains(argument) && !known.options().contains(argument)) {
        throw arguments.unknown(argument);
      }
      switch (argument) {
        case "--quick" -> quick = true;
        case "--help", "-h" -> help = true;
        case "--works" -> works = arguments.list(argument, this::work).toList();
        case "--rivals" -> rivals = arguments.list(argument, this::rival).toList();
        case "--rounds" -> rounds = arguments.number(argument, MAX_ROUNDS);
        case "--seconds" -> seconds = arguments.number(argument, MAX_SECONDS);
        case "--warmup" -> warmup = arguments.number(argument, MAX_SECONDS);
        case "--rates" -> rates = arguments.list(argument, Parser::rate).sorted().toList();
        case "--connections" ->
            connections = arguments.list(argument, Parser::connections).sorted().toList();
        case "--charts" -> charts = Path.of(arguments.value(argument));
        case "--from" -> from = Path.of(arguments.value(argument));
        default -> throw arguments.unknown(argument);
      }
    }

    private Work work(String label) {
      return known
          .find(label)
          .orElseThrow(
              () ->
                  new UsageException(
                      "Unknown work: %s\nKnown works:\n%s".formatted(label, known.described())));
    }

    private String rival(String label) {
      boolean isKnown =
          known.all().stream()
              .flatMap(each -> each.contenders().stream())
              .anyMatch(each -> each.kind() != Kind.OURS && each.label().equals(label));
      if (!isKnown) {
        throw new UsageException(
            "Unknown rival: %s\nKnown works and rivals:\n%s".formatted(label, known.described()));
      }
      return label;
    }

    private static int connections(String value) {
      return Arguments.number("--connections", value, MAX_CONNECTIONS);
    }

    private static int rate(String value) {
      return Arguments.number("--rates", value, MAX_RATE);
    }
  }
}
