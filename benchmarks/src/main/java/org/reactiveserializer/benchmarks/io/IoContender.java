package org.reactiveserializer.benchmarks.io;

import java.util.ArrayList;
import java.util.List;

/**
 * Something that does a {@link Work}.
 *
 * @param label the name on the command line
 * @param description what it is
 * @param kind whether it belongs to this library
 * @param type the class that does the work, in a process of its own; it has a constructor without
 *     parameters
 * @param options the options that its processes need
 * @param sizes the {@linkplain Case#size sizes} of the cases that it is measured in; empty means
 *     all
 */
public record IoContender(
    String label,
    String description,
    Kind kind,
    Class<?> type,
    List<String> options,
    List<Integer> sizes) {
  /** The purpose of a contender. */
  public enum Kind {
    /** This library, compared with the best rival. */
    OURS,
    /** An alternative. */
    RIVAL
  }

  /** Options that stop newer virtual machines from warning about libraries that use Unsafe. */
  private static final List<String> QUIET =
      List.of(
          "-XX:+IgnoreUnrecognizedVMOptions",
          "--sun-misc-unsafe-memory-access=allow",
          "--enable-native-access=ALL-UNNAMED");

  /** A contender of this library. */
  public static IoContender ours(String label, Class<?> type, String description) {
    return new IoContender(label, description, Kind.OURS, type, QUIET, List.of());
  }

  /** A contender of another library. */
  public static IoContender rival(String label, Class<?> type, String description) {
    return new IoContender(label, description, Kind.RIVAL, type, QUIET, List.of());
  }

  /** Adds options of the virtual machines. */
  public IoContender with(String... more) {
    List<String> all = new ArrayList<>(options);
    all.addAll(List.of(more));
    return new IoContender(label, description, kind, type, all, sizes);
  }

  /** Returns this contender, measured only in some cases. */
  public IoContender onlyIn(Integer... some) {
    return new IoContender(label, description, kind, type, options, List.of(some));
  }

  /** Whether it is measured in a case. */
  public boolean isIn(Case which) {
    return sizes.isEmpty() || sizes.contains(which.size());
  }
}
