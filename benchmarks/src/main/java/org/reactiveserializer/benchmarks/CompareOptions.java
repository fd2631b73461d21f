package org.reactiveserializer.benchmarks;

import static java.util.stream.Collectors.joining;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.reactiveserializer.benchmarks.Contender.Role;

/**
 * What was asked for on the command line.
 *
 * @param quick whether to measure a few batches only
 * @param producers the numbers of producers to measure with
 * @param rivals whom to measure beside ours
 * @param forks how many virtual machines to measure each in
 * @param items how many items a producer pushes
 * @param out where the report goes
 * @param help whether only to explain
 */
record CompareOptions(
    boolean quick,
    List<Integer> producers,
    List<Contender> rivals,
    int forks,
    int items,
    Path out,
    boolean help) {

  private static final String OPTIONS =
      """
        --quick            a few batches in one virtual machine each: under a minute, and rough
        --producers <list> numbers of producers, 1 to %d (default 1,2,4,8)
        --rivals <list>    whom to measure beside the serializer (default: all libraries and locks)
        --forks <n>        virtual machines to measure each in (default 3, with --quick 1)
        --items <n>        items for each producer to push, at least %d (default 500000)
        --out <file>       where to write the report (default %s)
        --help             this text
      A <list> is separated by commas and has no blanks: --producers 1,2 --rivals rxjava,reactor
      """;

  private static final int MAX_FORKS = 100;
  private static final int MIN_ITEMS = 10_000;
  private static final int MAX_BATCH = 20_000_000; // items on a heap of two gigabytes

  static CompareOptions parse(List<String> arguments, Path defaultOut) {
    return new Parser(arguments, defaultOut).parse();
  }

  /** Explains everything. */
  static String help(Path defaultOut) {
    return """
        Usage: benchmarks/compare [options]

        Pushes integers through one serializer from several threads, checks that each arrives once,
        in the order of its producer and alone, and compares how fast they do: this library, the
        libraries that users have today, and what one writes without any. Prints a table, and
        writes a report as a web page. Takes some five minutes; wants a machine that is idle.

        Options:
        %s
        Where it can be biased (JDK 22 or later, HotSpot on Linux, x86-64) the library is measured twice.

        Rivals:
        %s
        Exit status: 0, or 1 if this library failed the check or something went wrong, or 2 if the
        arguments are not understood. A rival that fails the check is reported and not timed.
        """
        .formatted(options(defaultOut), rivalsDescribed());
  }

  private static String options(Path defaultOut) {
    return OPTIONS.formatted(Items.MAX_PRODUCERS, MIN_ITEMS, defaultOut);
  }

  private static String rivalsDescribed() {
    return described(Role.RIVAL)
        + "What no serializer can reach, measured always with one producer:\n"
        + described(Role.CEILING)
        + "Streams that producers feed, measured only if asked for:\n"
        + described(Role.SINK)
        + "This library's operators for others, measured only if asked for:\n"
        + described(Role.BRIDGE)
        + "Designs that were rejected, measured only if asked for:\n"
        + described(Role.SINK_ALTERNATIVE)
        + described(Role.ALTERNATIVE);
  }

  private static String described(Role role) {
    return Contender.in(role).stream()
        .map(each -> "  %-25s %s%n".formatted(each.label(), each.description()))
        .collect(joining());
  }

  /** The arguments are not understood; the message says what would be. */
  static final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UsageException(String message) {
      super(message);
    }
  }

  private static final class Parser {
    private final Deque<String> rest = new ArrayDeque<>();
    private final Path defaultOut;
    private boolean quick;
    private boolean help;
    private List<Integer> producers = List.of(1, 2, 4, 8);
    private List<Contender> rivals = Contender.in(Role.RIVAL);
    private int forks;
    private int items = 500_000;
    private Path out;

    Parser(List<String> arguments, Path defaultOut) {
      rest.addAll(arguments);
      this.defaultOut = defaultOut;
      out = defaultOut;
    }

    CompareOptions parse() {
      while (!rest.isEmpty()) {
        option(rest.remove());
      }
      for (int count : producers) {
        if ((long) count * items > MAX_BATCH) {
          throw new UsageException(
              "%d producers with %d items each: more than %d items"
                  .formatted(count, items, MAX_BATCH));
        }
      }
      int forksOrDefault = forks == 0 ? (quick ? 1 : 3) : forks;
      return new CompareOptions(quick, producers, rivals, forksOrDefault, items, out, help);
    }

    private void option(String argument) {
      int equals = argument.indexOf('=');
      if (argument.startsWith("--") && equals > 0) {
        rest.addFirst(argument.substring(equals + 1));
        argument = argument.substring(0, equals);
      }
      switch (argument) {
        case "--quick" -> quick = true;
        case "--help", "-h" -> help = true;
        case "--producers" -> producers = list(argument, this::producerCount).sorted().toList();
        case "--rivals" -> rivals = list(argument, this::rival).toList();
        case "--forks" -> forks = number(argument, value(argument), MAX_FORKS);
        case "--items" -> items = itemCount(value(argument));
        case "--out" -> out = Path.of(value(argument));
        default ->
            throw new UsageException(
                "Unknown option: " + argument + "\nKnown options:\n" + options(defaultOut));
      }
    }

    private String value(String option) {
      if (rest.isEmpty()) {
        throw new UsageException(option + " needs a value\nKnown options:\n" + options(defaultOut));
      }
      return rest.remove();
    }

    private <E> Stream<E> list(String option, Function<String, E> element) {
      return Arrays.stream(value(option).split(",", -1)).map(element).distinct();
    }

    private int producerCount(String value) {
      return number("--producers", value, Items.MAX_PRODUCERS);
    }

    private int itemCount(String value) {
      int count = number("--items", value, MAX_BATCH);
      if (count < MIN_ITEMS) {
        throw new UsageException(
            "--items: %d are too few, at least %d: a producer would be done before the next starts"
                .formatted(count, MIN_ITEMS));
      }
      return count;
    }

    private Contender rival(String label) {
      return Contender.labelled(label)
          .filter(each -> each.role() != Role.OURS && each.role() != Role.OURS_BIASED)
          .orElseThrow(
              () ->
                  new UsageException("Unknown rival: " + label + "\nKnown:\n" + rivalsDescribed()));
    }

    private static int number(String option, String value, int max) {
      try {
        int number = Integer.parseInt(value);
        if (number >= 1 && number <= max) {
          return number;
        }
      } catch (NumberFormatException notANumber) {
        // falls through to the same answer
      }
      throw new UsageException("%s: %s is not a number from 1 to %d".formatted(option, value, max));
    }
  }
}
