package org.reactiveserializer.benchmarks.io;

import java.util.ArrayList;
import java.util.List;
import org.reactiveserializer.benchmarks.BarChart.Colour;

/**
 * Something that does a {@link Work}.
 *
 * @param label the name on the command line
 * @param description what it is
 * @param kind whether it belongs to this library
 * @param type the class that does the work, in a process of its own; it has a constructor without
 *     parameters
 * @param colour the colour of its bars
 * @param options the options that its processes need
 * @param sizes the {@linkplain Case#size sizes} of the cases that it is measured in; empty means
 *     all
 */
public record IoContender(
    String label,
    String description,
    Kind kind,
    Class<?> type,
    Colour colour,
    List<String> options,
    List<Integer> sizes) {
  /** The purpose of a contender. */
  public enum Kind {
    /** This library, compared with the best rival. */
    OURS,
    /** An alternative. */
    RIVAL
  }

  /** Colours for the bars of this library: shades of blue. */
  public static final List<Colour> BLUE =
      List.of(new Colour("#0a5bb5", "#4c9bff"), new Colour("#3d94e0", "#a8d1ff"));

  /** Colours for the bars of sockets of the JDK: shades of orange. */
  public static final List<Colour> ORANGE =
      List.of(
          new Colour("#5c2e00", "#8f5c14"),
          new Colour("#8a4700", "#b5741a"),
          new Colour("#b05f00", "#d99433"),
          new Colour("#c97200", "#f2b75c"));

  /** Colours for the bars of the others: shades of grey. */
  public static final List<Colour> GREY =
      List.of(
          new Colour("#454c54", "#d5dae0"),
          new Colour("#6b737c", "#a3abb4"),
          new Colour("#8d959e", "#767e88"));

  /** Options that stop newer virtual machines from warning about libraries that use Unsafe. */
  private static final List<String> QUIET =
      List.of(
          "-XX:+IgnoreUnrecognizedVMOptions",
          "--sun-misc-unsafe-memory-access=allow",
          "--enable-native-access=ALL-UNNAMED");

  /** A contender of this library. */
  public static IoContender ours(String label, Class<?> type, Colour colour, String description) {
    return new IoContender(label, description, Kind.OURS, type, colour, QUIET, List.of());
  }

  /** A contender of another library. */
  public static IoContender rival(String label, Class<?> type, Colour colour, String description) {
    return new IoContender(label, description, Kind.RIVAL, type, colour, QUIET, List.of());
  }

  /** Adds options of the virtual machines. */
  public IoContender with(String... more) {
    List<String> all = new ArrayList<>(options);
    all.addAll(List.of(more));
    return new IoContender(label, description, kind, type, colour, all, sizes);
  }

  /** Returns this contender, measured only in some cases. */
  public IoContender onlyIn(Integer... some) {
    return new IoContender(label, description, kind, type, colour, options, List.of(some));
  }

  /** Whether it is measured in a case. */
  public boolean isIn(Case which) {
    return sizes.isEmpty() || sizes.contains(which.size());
  }
}
