package org.reactiveserializer.benchmarks;

import static java.util.stream.Collectors.joining;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.benchmarks.Arguments.UsageException;
import org.reactiveserializer.benchmarks.Contender.Role;

/**
 * The options of the command line.
 *
 * @param quick whether to measure only a few batches
 * @param producers the numbers of producers to measure with
 * @param rivals the contenders to measure beside this library
 * @param forks the number of virtual machines to measure each contender in
 * @param items the number of items that each producer emits
 * @param work how much the subscriber does for each item, in the tokens of {@code Blackhole}
 * @param out the file to write the report to
 * @param charts the directory to write the charts to, or null for none
 * @param from the figures to draw instead of measuring, or null to measure
 * @param help whether only to print the help
 */
record CompareOptions(
    boolean quick,
    List<Integer> producers,
    List<Contender> rivals,
    int forks,
    int items,
    int work,
    Path out,
    @Nullable Path charts,
    @Nullable Path from,
    boolean help) {

  private static final String OPTIONS =
      """
        --quick            measure a few batches in one virtual machine each: less than a minute,
                           less precise
        --producers <list> numbers of producers, from 1 to %d (default 1,2,4,8)
        --rivals <list>    what to measure beside this library (default: all libraries and locks)
        --forks <n>        number of virtual machines for each measurement (default 3, with --quick 1)
        --items <n>        number of items that each producer emits, at least %d (default 500000)
        --work <tokens>    how much the subscriber does for each item: a token is some 1 to 3 ns (default
                           0). Use fewer --items then
        --out <file>       write the report to this file (default %s)
        --charts <dir>     also draw the medians of this library, the libraries and the better lock:
                           writes throughput-light.svg, throughput-dark.svg, and all medians,
                           throughput.csv, to this directory
        --from <file>      do not measure; draw the charts from the figures in this throughput.csv
                           (needs --charts)
        --help             print this text
      A <list> is separated by commas, without blanks: --producers 1,2 --rivals rxjava,reactor
      """;

  private static final int MAX_FORKS = 100;
  private static final int MAX_WORK = 1_000_000;
  private static final int MIN_ITEMS = 10_000;
  private static final int MAX_BATCH = 20_000_000; // items on a heap of two gigabytes

  static CompareOptions parse(List<String> arguments, Path defaultOut) {
    return new Parser(arguments, defaultOut).parse();
  }

  /** Returns the text of {@code --help}. */
  static String help(Path defaultOut) {
    return """
        Usage: benchmarks/compare [options]

        Measures the throughput of this library, RxJava, Reactor, Mutiny, synchronized and
        ReentrantLock when several threads emit into one subscriber, and verifies that every item
        arrives exactly once, in the order of its producer, and one at a time. Prints a table and a
        sentence that sums it up, and writes a report as a web page. Takes five to eight minutes and
        needs an idle machine.

        Options:
        %s
        Where biased mode is available (JDK 22 or later, HotSpot, Linux on x86-64),
        this library is measured twice, without it and with it.

        Rivals:
        %s
        Exit status: 0; 1 if this library failed verification or no report could be written; 2 if
        the arguments are wrong. A rival that fails verification is reported and not timed.
        """
        .formatted(options(defaultOut), rivalsDescribed());
  }

  private static String options(Path defaultOut) {
    return OPTIONS.formatted(Items.MAX_PRODUCERS, MIN_ITEMS, defaultOut);
  }

  private static String rivalsDescribed() {
    return described(Role.RIVAL)
        + "Upper limit, which no serializer can reach, always measured with one producer:\n"
        + described(Role.CEILING)
        + "Sinks, measured only if named in --rivals:\n"
        + described(Role.SINK)
        + "Operators of this library's bridges, measured only if named in --rivals:\n"
        + described(Role.BRIDGE)
        + "Rejected designs, measured only if named in --rivals:\n"
        + described(Role.ALTERNATIVE);
  }

  private static String described(Role role) {
    return Contender.in(role).stream()
        .map(each -> "  %-25s %s%n".formatted(each.label(), each.description()))
        .collect(joining());
  }

  private static final class Parser {
    private final Arguments arguments;
    private boolean quick;
    private boolean help;
    private List<Integer> producers = List.of(1, 2, 4, 8);
    private List<Contender> rivals = Contender.in(Role.RIVAL);
    private int forks;
    private int items = 500_000;
    private int work;
    private Path out;
    private @Nullable Path charts;
    private @Nullable Path from;

    Parser(List<String> arguments, Path defaultOut) {
      this.arguments = new Arguments(arguments, options(defaultOut));
      out = defaultOut;
    }

    CompareOptions parse() {
      while (!arguments.isEmpty()) {
        option(arguments.option());
      }
      for (int count : producers) {
        if ((long) count * items > MAX_BATCH) {
          throw new UsageException(
              "%d producers with %d items each exceed the limit of %d items, use a smaller --items"
                  .formatted(count, items, MAX_BATCH));
        }
      }
      if (from != null && charts == null) {
        throw new UsageException(
            "--from needs --charts <dir>, the directory to write the charts to");
      }
      int forksOrDefault = forks == 0 ? (quick ? 1 : 3) : forks;
      return new CompareOptions(
          quick, producers, rivals, forksOrDefault, items, work, out, charts, from, help);
    }

    private void option(String argument) {
      switch (argument) {
        case "--quick" -> quick = true;
        case "--help", "-h" -> help = true;
        case "--producers" ->
            producers = arguments.list(argument, Parser::producerCount).sorted().toList();
        case "--rivals" -> rivals = arguments.list(argument, Parser::rival).toList();
        case "--forks" -> forks = arguments.number(argument, MAX_FORKS);
        case "--items" -> items = itemCount(arguments.value(argument));
        case "--work" -> work = arguments.number(argument, MAX_WORK);
        case "--out" -> out = Path.of(arguments.value(argument));
        case "--charts" -> charts = Path.of(arguments.value(argument));
        case "--from" -> from = Path.of(arguments.value(argument));
        default -> throw arguments.unknown(argument);
      }
    }

    private static int producerCount(String value) {
      return Arguments.number("--producers", value, Items.MAX_PRODUCERS);
    }

    private static int itemCount(String value) {
      int count = Arguments.number("--items", value, MAX_BATCH);
      if (count < MIN_ITEMS) {
        throw new UsageException(
            "--items: %d is less than %d, one producer would finish before the next one starts"
                .formatted(count, MIN_ITEMS));
      }
      return count;
    }

    private static Contender rival(String label) {
      return Contender.labelled(label)
          .filter(each -> each.role() != Role.OURS && each.role() != Role.OURS_BIASED)
          .orElseThrow(
              () ->
                  new UsageException(
                      "Unknown rival: " + label + "\nKnown rivals:\n" + rivalsDescribed()));
    }
  }
}
