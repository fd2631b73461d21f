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
 * @param out the file to write the figures to
 * @param help whether only to print the help
 */
record IoOptions(
    List<Work> works,
    @Nullable List<String> rivals,
    int rounds,
    Effort effort,
    Path out,
    boolean help) {

  private static final String OPTIONS =
      """
        --quick            one round of one second each: some minutes, less precise
        --works <list>     what to measure (default: %s)
        --rivals <list>    what to measure beside this library (default: all)
        --rounds <n>       how often each contender is measured (default 3, with --quick 1)
        --seconds <n>      duration of each measurement (default 3, with --quick 1)
        --warmup <n>       seconds before each measurement (default 2, with --quick 1)
      %s  --out <file>       write the medians to this file (default %s)
        --help             print this text
      A <list> is separated by commas, without blanks: --works a,b
      """;

  private static final int MAX_ROUNDS = 100;
  private static final int MAX_SECONDS = 60;
  private static final int MAX_RATE = 2_000_000;
  private static final int MAX_CONNECTIONS = 25_000;

  /** Options that not every command has. */
  private static final List<String> OF_SOME = List.of("--rates", "--connections");

  static IoOptions parse(Works works, List<String> arguments, Path defaultOut) {
    return new Parser(works, arguments, defaultOut).parse();
  }

  /** Returns the text of {@code --help}. */
  static String help(Works works, Path defaultOut) {
    return """
        Usage: benchmarks/%s [options]

        %s
        Options:
        %s
        Works and what is measured in them:
        %s
        Exit status: 0; 1 if this library failed verification or no figures could be written; 2 if the
        arguments are wrong. A rival that fails is reported and not timed.
        """
        .formatted(works.command(), works.summary(), options(works, defaultOut), works.described());
  }

  private static String options(Works works, Path defaultOut) {
    return OPTIONS.formatted(works.labels().replace(" ", ""), works.options(), defaultOut);
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
    private Path out;

    Parser(Works known, List<String> arguments, Path defaultOut) {
      this.known = known;
      this.arguments = new Arguments(arguments, options(known, defaultOut));
      works = known.all();
      out = defaultOut;
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
          works, rivals, rounds == 0 ? (quick ? 1 : 3) : rounds, effort, out, help);
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
        case "--out" -> out = Path.of(arguments.value(argument));
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
