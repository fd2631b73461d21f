package org.reactiveserializer.benchmarks.io;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.reactiveserializer.benchmarks.Arguments.UsageException;
import org.reactiveserializer.benchmarks.CacheLineTrip;
import org.reactiveserializer.benchmarks.Compare;
import org.reactiveserializer.benchmarks.ForeignLoad;
import org.reactiveserializer.benchmarks.Machine;

/** The main class of {@code benchmarks/io}. */
public final class Io {
  private static final String FIGURES_PROPERTY = "io.figures";

  private Io() {}

  /**
   * Measures and exits with {@linkplain #run its status}.
   *
   * @param arguments see {@code --help}
   */
  public static void main(String[] arguments) {
    main(Works.IO, arguments);
  }

  /**
   * The same for the works of another command.
   *
   * @param works the works
   * @param arguments see {@code --help}
   */
  public static void main(Works works, String[] arguments) {
    Locale.setDefault(Locale.ROOT);
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
    Path file = Path.of(System.getProperty(FIGURES_PROPERTY, works.command() + ".csv"));
    System.exit(run(works, List.of(arguments), file, out, err));
  }

  /** Measures without exiting and returns the exit status. */
  static int run(
      Works works, List<String> arguments, Path defaultOut, PrintStream out, PrintStream err) {
    IoOptions options;
    try {
      options = IoOptions.parse(works, arguments, defaultOut);
    } catch (UsageException wrong) {
      err.println(wrong.getMessage());
      return 2;
    }
    if (options.help()) {
      out.print(IoOptions.help(works, defaultOut));
      return 0;
    }
    try {
      Compare.createDirectory(options.out());
      return measure(options, out);
    } catch (IOException failed) {
      err.println("No figures: " + failed);
      return 1;
    }
  }

  private static int measure(IoOptions options, PrintStream out) throws IOException {
    Machine machine = Machine.current();
    out.println(machine);
    ForeignLoad foreign = new ForeignLoad();
    foreign.lookFirst();
    if (foreign.isTooMuch()) {
      out.printf("Warning: %s. Stop the other load or wait until it ends.%n", foreign);
    }
    List<Results> all = new ArrayList<>();
    for (Work work : options.works()) {
      all.add(new Results(work, options.effort(), options.contenders(work)));
    }
    CacheLineTrip trip = new CacheLineTrip();
    Runnable before =
        () -> {
          foreign.look();
          out.printf("[%s] ", trip.look());
        };
    out.println(
        "In front of each figure: how long a cache line took to another processor and back.");
    for (int round = 1; round <= options.rounds(); round++) {
      for (Results results : all) {
        out.printf("[round %d of %d]%n", round, options.rounds());
        results.round(before, out);
      }
    }
    for (Results results : all) {
      out.println();
      out.print(new IoTable(results));
    }
    out.println();
    if (foreign.isTooMuch()) {
      out.printf("Unreliable figures: %s%n%n", foreign);
    }
    if (trip.isUnsteady()) {
      out.printf("Processors that move: %s. Compare figures of the same distance only.%n%n", trip);
    }
    Files.writeString(options.out(), IoFigures.csv(all, machine, options.rounds()));
    out.println("Figures: " + options.out().toAbsolutePath().normalize());
    return all.stream().allMatch(Results::isOursClean) ? 0 : 1;
  }
}
