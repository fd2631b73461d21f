package org.reactiveserializer.benchmarks;

import static java.util.stream.Collectors.joining;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** The arguments of a command, taken one after the other. */
public final class Arguments {
  private final Deque<String> rest;
  private final String options;

  /**
   * Starts at the first argument.
   *
   * @param options the text that describes the known options
   */
  public Arguments(List<String> arguments, String options) {
    rest = new ArrayDeque<>(arguments);
    this.options = options;
  }

  /** Whether all arguments are taken. */
  public boolean isEmpty() {
    return rest.isEmpty();
  }

  /** Takes the name of an option. The value in {@code --name=value} stays for {@link #value}. */
  public String option() {
    String argument = rest.remove();
    int equals = argument.indexOf('=');
    if (argument.startsWith("--") && equals > 0) {
      rest.addFirst(argument.substring(equals + 1));
      return argument.substring(0, equals);
    }
    return argument;
  }

  /** Takes the value of an option. */
  public String value(String option) {
    if (rest.isEmpty()) {
      throw new UsageException(option + " needs a value\nKnown options:\n" + options);
    }
    return rest.remove();
  }

  /** Takes the value of an option as a list separated by commas, without repetitions. */
  public <E> Stream<E> list(String option, Function<String, E> element) {
    return Arrays.stream(value(option).split(",", -1)).map(element).distinct();
  }

  /** Takes the value of an option as a number from 1 to {@code max}. */
  public int number(String option, int max) {
    return number(option, value(option), max);
  }

  /** Returns a value of an option as a number from 1 to {@code max}. */
  public static int number(String option, String value, int max) {
    try {
      int number = Integer.parseInt(value);
      if (number >= 1 && number <= max) {
        return number;
      }
    } catch (NumberFormatException notANumber) {
      // rejected below, like a number out of range
    }
    throw new UsageException("%s: %s is not a number from 1 to %d".formatted(option, value, max));
  }

  /** Returns the exception for an option that does not exist. */
  public UsageException unknown(String argument) {
    return new UsageException("Unknown option: " + argument + "\nKnown options:\n" + options);
  }

  /** Returns the command line, quoted for a shell. */
  public static String command(String name, List<String> arguments) {
    return Stream.concat(Stream.of(name), arguments.stream().map(Arguments::quoted))
        .collect(joining(" "));
  }

  private static String quoted(String argument) {
    return argument.matches("[\\w@%+=:,./-]+")
        ? argument
        : "'" + argument.replace("'", "'\\''") + "'";
  }

  /** Thrown if an argument is wrong; the message names what is allowed. */
  public static final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public UsageException(String message) {
      super(message);
    }
  }
}
