package org.reactiveserializer.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.reactiveserializer.BiasedMode;
import org.reactiveserializer.benchmarks.Arguments.UsageException;
import org.reactiveserializer.benchmarks.BarChart.Theme;
import org.reactiveserializer.benchmarks.Comparison.Measure;
import org.reactiveserializer.benchmarks.JmhMeasure.NotMeasuredException;

/** The main class of {@code benchmarks/compare}. */
public final class Compare {
  private static final String REPORT_PROPERTY = "compare.report";
  private static final String FIGURES = ThroughputChart.NAME + ".csv";

  private Compare() {}

  /**
   * Runs the comparison and exits with {@linkplain #run its status}.
   *
   * @param arguments see {@code --help}
   */
  public static void main(String[] arguments) {
    Locale.setDefault(Locale.ROOT);
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
    Path defaultOut = Path.of(System.getProperty(REPORT_PROPERTY, "comparison.html"));
    System.exit(run(List.of(arguments), defaultOut, out, err));
  }

  /** Runs the comparison without exiting and returns the exit status. */
  static int run(List<String> arguments, Path defaultOut, PrintStream out, PrintStream err) {
    CompareOptions options;
    try {
      options = CompareOptions.parse(arguments, defaultOut);
    } catch (UsageException wrong) {
      err.println(wrong.getMessage());
      return 2;
    }
    if (options.help()) {
      out.print(CompareOptions.help(defaultOut));
      return 0;
    }
    if (options.from() != null && options.charts() != null) {
      return redraw(options.from(), options.charts(), out, err);
    }
    try {
      createDirectory(options.out());
      if (options.charts() != null) {
        createDirectory(options.charts().resolve(FIGURES));
      }
      ForeignLoad foreign = new ForeignLoad();
      Measure measure = new JmhMeasure(options.items(), options.work(), options.quick(), foreign);
      return compare(options, command(arguments), foreign, measure, out);
    } catch (IOException failed) {
      err.println("No report: " + failed);
      return 1;
    } catch (NotMeasuredException failed) {
      err.println("No report: " + failed.getMessage());
      return 1;
    }
  }

  /** Compares, writes the report and returns the exit status. */
  static int compare(
      CompareOptions options, String command, ForeignLoad foreign, Measure measure, PrintStream out)
      throws IOException {
    Machine machine = Machine.current();
    out.println(machine);
    foreign.lookFirst();
    if (foreign.isTooMuch()) {
      out.printf("Warning: %s. Stop the other load or wait until it ends.%n", foreign);
    }
    boolean biased = Contender.canBeBiased();
    if (!biased) {
      out.printf("Biased mode not measured (%s)%n", BiasedMode.status());
    }
    Comparison comparison = new Comparison(options.producers(), options.rivals(), biased);
    comparison.run(options.forks(), measure, out);
    out.println();
    out.println(new Table(comparison));
    if (foreign.isTooMuch()) {
      out.printf("Unreliable figures: %s%n%n", foreign);
    }
    Report report =
        new Report(
            comparison,
            options.items(),
            machine,
            foreign,
            command,
            ZonedDateTime.now().truncatedTo(ChronoUnit.SECONDS));
    Files.writeString(options.out(), report.html());
    out.println("Report: " + options.out().toAbsolutePath().normalize());
    out.println(new Conclusion(comparison));
    if (options.charts() != null) {
      Figures figures = Figures.of(comparison, machine);
      Path file = options.charts().resolve(FIGURES);
      Files.writeString(file, figures.csv());
      out.println("Figures: " + file.toAbsolutePath().normalize());
      draw(figures, options.charts(), out);
    }
    return comparison.isOursClean() ? 0 : 1;
  }

  private static int redraw(Path from, Path directory, PrintStream out, PrintStream err) {
    try {
      Figures figures = Figures.parse(Files.readString(from));
      createDirectory(directory.resolve(FIGURES));
      draw(figures, directory, out);
      return 0;
    } catch (IOException failed) {
      err.println("No chart: " + failed);
    } catch (IllegalArgumentException malformed) {
      err.printf("No chart: %s: %s%n", from, malformed.getMessage());
    }
    return 1;
  }

  private static void draw(Figures figures, Path directory, PrintStream out) throws IOException {
    for (Theme theme : Theme.values()) {
      Path file = directory.resolve(theme.fileName(ThroughputChart.NAME));
      Files.writeString(file, new ThroughputChart(figures, theme).svg());
      out.println("Chart: " + file.toAbsolutePath().normalize());
    }
  }

  static String command(List<String> arguments) {
    return Arguments.command("benchmarks/compare", arguments);
  }

  /**
   * Creates the directory of a file before anything is measured, so that a failure is reported
   * early.
   */
  public static void createDirectory(Path file) throws IOException {
    Path directory = Objects.requireNonNullElse(file.toAbsolutePath().getParent(), file);
    Files.createDirectories(directory);
    if (Files.isDirectory(file) || !Files.isWritable(directory)) {
      throw new IOException(
          file + " cannot be written: it is a directory, or its directory is not writable");
    }
  }
}
