package org.reactiveserializer.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.benchmarks.Contender.Role;
import org.reactiveserializer.benchmarks.Series.Sample;

/** The command line and its output. */
class CompareTest {
  private static final Path DEFAULT_OUT = Path.of("default.html");

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void defaults() {
    CompareOptions options = parse();
    assertEquals(List.of(1, 2, 4, 8), options.producers());
    assertEquals(500_000, options.items());
    assertEquals(Contender.in(Role.RIVAL), options.rivals());
    assertEquals(3, options.forks());
    assertEquals(DEFAULT_OUT, options.out());
    assertFalse(options.quick());
  }

  @Test
  void allOptionsInBothForms() {
    CompareOptions expected =
        new CompareOptions(
            true,
            List.of(1, 3),
            List.of(Contender.RXJAVA, Contender.MUTINY),
            2,
            20_000,
            100,
            Path.of("x.html"),
            Path.of("pictures"),
            Path.of("y.csv"),
            false);
    assertEquals(
        expected,
        parse(
            "--quick",
            "--producers=1,3",
            "--rivals=rxjava,mutiny",
            "--forks=2",
            "--items=20000",
            "--work=100",
            "--out=x.html",
            "--charts=pictures",
            "--from=y.csv"));
    assertEquals(
        expected,
        parse(
            ("--from y.csv --charts pictures --out x.html --work 100 --items 20000 --forks 2"
                    + " --rivals rxjava,mutiny --producers 1,3 --quick")
                .split(" ")));
  }

  @Test
  void producersAreSortedAndDistinct() {
    assertEquals(List.of(2, 4, 8), parse("--producers=8,2,4,2").producers());
  }

  @Test
  void tooFewItemsAreRejectedWithTheReason() {
    assertEquals(2, run("--items", "1"));
    assertEquals(
        "--items: 1 is less than 10000, one producer would finish before the next one starts",
        err.toString(StandardCharsets.UTF_8).strip());
  }

  @Test
  void theCommandIsQuotedForAShell() {
    assertEquals(
        "benchmarks/compare --quick '--out=it'\\''s here.html' '' --rivals=rxjava,mutiny '$x'",
        Compare.command(
            List.of("--quick", "--out=it's here.html", "", "--rivals=rxjava,mutiny", "$x")));
    assertEquals("benchmarks/compare", Compare.command(List.of()));
  }

  @Test
  void aBusyMachineIsReportedBeforeAndAfterMeasuring(@TempDir Path directory) throws IOException {
    List<String> before = new ArrayList<>();
    compare(new ForeignLoad(() -> 0.5), directory, before);
    String warning = "Warning: 50 % of the processors were busy with something else";
    assertTrue(before.get(0).contains(warning), before.get(0));
    assertTrue(out.toString(StandardCharsets.UTF_8).contains("Unreliable figures: 50 %"));
  }

  @Test
  void anIdleMachineIsNotReported(@TempDir Path directory) throws IOException {
    compare(new ForeignLoad(() -> 0.05), directory, new ArrayList<>());
    assertFalse(out.toString(StandardCharsets.UTF_8).contains("processors were busy"));
  }

  /** Compares with made-up figures, and records what was printed before each measurement. */
  private void compare(
      ForeignLoad foreign, Path directory, List<String> before, String... arguments)
      throws IOException {
    Path report = directory.resolve("x.html");
    List<String> all = new ArrayList<>(List.of("--producers=2", "--out", report.toString()));
    all.addAll(List.of(arguments));
    int status =
        Compare.compare(
            parse(all.toArray(String[]::new)),
            "some command",
            foreign,
            (contender, producers) -> {
              before.add(out.toString(StandardCharsets.UTF_8));
              return new Sample(List.of(1.0), 0, null);
            },
            printing(out));
    assertEquals(0, status);
    assertTrue(Files.readString(report).contains("some command"));
  }

  @Test
  void chartsAreWrittenAndCanBeDrawnAgain(@TempDir Path directory) throws IOException {
    Path again = directory.resolve("new").resolve("directory");
    compare(
        new ForeignLoad(() -> 0), directory, new ArrayList<>(), "--charts", directory.toString());
    Path figures = directory.resolve("throughput.csv");
    assertEquals(0, run("--from", figures.toString(), "--charts", again.toString()));
    assertEquals("", err.toString(StandardCharsets.UTF_8));
    for (String file : List.of("throughput-light.svg", "throughput-dark.svg")) {
      String chart = Files.readString(directory.resolve(file));
      assertTrue(chart.contains(">RxJava</text>") && chart.contains(">1.0</text>"), chart);
      assertEquals(chart, Files.readString(again.resolve(file)));
      assertTrue(
          out.toString(StandardCharsets.UTF_8).contains("Chart: " + again.resolve(file)), file);
    }
  }

  @Test
  void figuresThatCannotBeDrawnAreReported(@TempDir Path directory) throws IOException {
    Path figures =
        Files.writeString(directory.resolve("x.csv"), "# caption\nproducers,1\nakka,1\n");
    assertEquals(1, run("--from", figures.toString(), "--charts", directory.toString()));
    assertEquals(
        "No chart: " + figures + ": Unknown contender: akka",
        err.toString(StandardCharsets.UTF_8).strip());
    assertEquals(1, run("--from", "missing.csv", "--charts", directory.toString()));
    assertEquals(2, run("--from", figures.toString()));
    assertTrue(err.toString(StandardCharsets.UTF_8).contains("--from needs --charts"));
    assertEquals("", out.toString(StandardCharsets.UTF_8));
  }

  @Test
  void quickMeansOneForkByDefault() {
    assertEquals(1, parse("--quick").forks());
    assertEquals(2, parse("--forks", "2", "--quick").forks());
  }

  @Test
  void helpExplainsEverything() {
    assertEquals(0, run("--help"));
    assertEquals("", err.toString(StandardCharsets.UTF_8));
    assertNamesEveryOption(out);
    assertNamesEveryRival(out);
    String help = out.toString(StandardCharsets.UTF_8);
    assertTrue(help.contains("A <list> is"), help);
    assertTrue(help.contains("always measured with one producer:\n  unserialized "), help);
  }

  /** The command prints the file, and needs no build for that. */
  @Test
  void theHelpOfTheCommandIsThisOne() throws IOException {
    assertEquals(
        Files.readString(Path.of("compare.txt")),
        CompareOptions.help(Path.of("benchmarks/target/comparison.html")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--unknown", "-q", "quick", "--Quick", "--out", "--forks"})
  void anUnknownOptionIsRejectedWithTheKnownOnes(String argument) {
    assertEquals(2, run(argument));
    assertTrue(err.toString(StandardCharsets.UTF_8).contains(argument));
    assertNamesEveryOption(err);
  }

  @ParameterizedTest
  @ValueSource(strings = {"akka", "rxjava,akka", "RxJava", "", "rxjava,", "serializer"})
  void anUnknownRivalIsRejectedWithTheKnownOnes(String rivals) {
    assertEquals(2, run("--rivals", rivals));
    assertNamesEveryRival(err);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--producers=0", "--producers=17", "--producers=two", "--producers=1,,2", "--producers=",
        "--forks=0", "--forks=-1", "--items=0", "--items=1.5", "--items=99999999999",
        "--items=20000000", "--items=9999"
      })
  void numbersOutOfRangeAreRejected(String argument) {
    assertEquals(2, run(argument));
    assertFalse(err.toString(StandardCharsets.UTF_8).isBlank());
    assertEquals("", out.toString(StandardCharsets.UTF_8));
  }

  @Test
  void aReportThatCannotBeWrittenIsReportedBeforeMeasuring(@TempDir Path directory) {
    assertEquals(1, run("--out", directory.toString()));
    assertTrue(err.toString(StandardCharsets.UTF_8).startsWith("No report: "));
    assertEquals("", out.toString(StandardCharsets.UTF_8));
  }

  private static CompareOptions parse(String... arguments) {
    return CompareOptions.parse(List.of(arguments), DEFAULT_OUT);
  }

  private int run(String... arguments) {
    return Compare.run(List.of(arguments), DEFAULT_OUT, printing(out), printing(err));
  }

  private static PrintStream printing(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private static void assertNamesEveryOption(ByteArrayOutputStream text) {
    String options = "--quick --producers --rivals --forks --items --out --charts --from --help";
    for (String option : options.split(" ")) {
      assertTrue(text.toString(StandardCharsets.UTF_8).contains("  " + option + " "), option);
    }
  }

  private static void assertNamesEveryRival(ByteArrayOutputStream text) {
    Arrays.stream(Contender.values())
        .filter(each -> each.role() != Role.OURS && each.role() != Role.OURS_BIASED)
        .map(Contender::label)
        .forEach(
            label ->
                assertTrue(text.toString(StandardCharsets.UTF_8).contains("  " + label), label));
  }
}
