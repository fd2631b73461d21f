package org.reactiveserializer.benchmarks;

import static java.util.stream.Collectors.joining;

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
import java.util.stream.Stream;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.benchmarks.CompareOptions.UsageException;
import org.reactiveserializer.benchmarks.Comparison.Measure;
import org.reactiveserializer.benchmarks.JmhMeasure.NotMeasuredException;

/** The comparison that a user runs: {@code benchmarks/compare}. */
public final class Compare {
  private static final String REPORT_PROPERTY = "compare.report";

  private Compare() {}

  /**
   * Runs the comparison and exits with its status.
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

  /** Does everything but exit; returns the status to exit with. */
  static int run(List<String> arguments, Path defaultOut, PrintStream out, PrintStream err) {
    CompareOptions options;
    try {
      options = CompareOptions.parse(arguments, defaultOut);
    } catch (UsageException misunderstood) {
      err.println(misunderstood.getMessage());
      return 2;
    }
    if (options.help()) {
      out.print(CompareOptions.help(defaultOut));
      return 0;
    }
    try {
      createDirectory(options.out());
      ForeignLoad foreign = new ForeignLoad();
      Measure measure = new JmhMeasure(options.items(), options.quick(), foreign);
      return compare(options, command(arguments), foreign, measure, out);
    } catch (IOException failed) {
      err.println("No report: " + failed);
      return 1;
    } catch (NotMeasuredException failed) {
      err.println("No report: " + failed.getMessage());
      return 1;
    }
  }

  /** Compares, writes the report and returns the status to exit with. */
  static int compare(
      CompareOptions options,
      String command,
      ForeignLoad foreign,
      Measure measure,
      PrintStream out)
      throws IOException {
    Machine machine = Machine.current();
    out.println(machine);
    foreign.lookFirst();
    if (foreign.isTooMuch()) {
      out.printf("Warning: %s just now. Better stop it, or wait.%n", foreign);
    }
    boolean biased = Contender.canBeBiased();
    if (!biased) {
      out.println("Biased it is not measured. Here bias is " + Serializer.bias());
    }
    Comparison comparison = new Comparison(options.producers(), options.rivals(), biased);
    comparison.run(options.forks(), measure, out);
    out.println();
    out.println(new Table(comparison));
    if (foreign.isTooMuch()) {
      out.printf("Do not trust these figures: %s%n%n", foreign);
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
    return comparison.isOursClean() ? 0 : 1;
  }

  /** Returns the command that was given, as a shell takes it. */
  static String command(List<String> arguments) {
    return Stream.concat(Stream.of("benchmarks/compare"), arguments.stream().map(Compare::quoted))
        .collect(joining(" "));
  }

  private static String quoted(String argument) {
    return argument.matches("[\\w@%+=:,./-]+")
        ? argument
        : "'" + argument.replace("'", "'\\''") + "'";
  }

  /** Now, and not when all is measured: a place where nothing can be written is told at once. */
  private static void createDirectory(Path file) throws IOException {
    Path directory = Objects.requireNonNullElse(file.toAbsolutePath().getParent(), file);
    Files.createDirectories(directory);
    if (Files.isDirectory(file) || !Files.isWritable(directory)) {
      throw new IOException(file + " cannot be written");
    }
  }
}
