package org.reactiveserializer.benchmarks.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.benchmarks.Machine;

/** The command line and the figures. */
class IoTest {
  private static final Machine MACHINE =
      new Machine("Some Processor", 2, "Some System", "Some VM 17");

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void defaults() {
    IoOptions options = parse();
    assertEquals(Works.IO.all(), options.works());
    assertEquals(3, options.rounds());
    assertEquals(
        new Effort(
            3000,
            2000,
            0,
            List.of(50_000, 100_000, 200_000, 300_000, 500_000),
            List.of(3_500, 20_000)),
        options.effort());
    assertEquals(work("loss").contenders(), options.contenders(work("loss")));
  }

  @Test
  void allOptions() {
    IoOptions options =
        parse(
            "--works=ints,loss",
            "--rivals",
            "agrona,nio",
            "--rounds=5",
            "--seconds=2",
            "--warmup=1",
            "--rates=7,5",
            "--out=x.csv",
            "--quick");
    assertEquals(List.of("ints", "loss"), options.works().stream().map(Work::label).toList());
    assertEquals(5, options.rounds());
    assertEquals(
        new Effort(2000, 1000, 1000, List.of(5, 7), List.of(3_500, 20_000)), options.effort());
    assertEquals(Path.of("x.csv"), options.out());
    assertEquals(
        List.of("ring", "agrona"),
        options.contenders(work("ints")).stream().map(IoContender::label).toList());
  }

  @Test
  void quickMeansOneRoundOfOneSecond() {
    IoOptions options = parse("--quick");
    assertEquals(1, options.rounds());
    assertEquals(1000, options.effort().millis());
  }

  @Test
  void helpNamesEveryOptionWorkAndContender() {
    assertEquals(0, run("--help"));
    String help = out.toString(StandardCharsets.UTF_8);
    Stream<String> options =
        Stream.of(
            "--quick --works --rivals --rounds --seconds --warmup --rates --out --help".split(" "));
    Stream<String> contenders =
        Works.IO.all().stream().flatMap(each -> each.contenders().stream()).map(IoContender::label);
    Stream.concat(options, contenders)
        .forEach(each -> assertTrue(help.contains("  " + each + " "), each));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--unknown",
        "quick",
        "--works=akka",
        "--works=",
        "--rivals=ring",
        "--rivals=akka",
        "--rounds=0",
        "--seconds=x",
        "--rates=0",
        "--out"
      })
  void wrongArgumentsAreRejected(String argument) {
    assertEquals(2, run(argument));
    assertFalse(err.toString(StandardCharsets.UTF_8).isBlank());
    assertEquals("", out.toString(StandardCharsets.UTF_8));
  }

  @Test
  void theFiguresAreOneLineForEachContender() {
    Results results =
        FakeWork.results(
            true,
            contender ->
                contender == FakeWork.EPOLL ? Outcome.faulty("torn") : Outcome.of("", 12.0));
    assertEquals(
        """
        # Some Processor, 2 processors. Some VM 17. Loopback, separate processes. Medians of 2 rounds.
        work:loss,one,two
        source,12.0000,12.0000
        nio,12.0000,12.0000
        netty-epoll,-,
        """,
        IoFigures.csv(List.of(results), MACHINE, 2));
  }

  @Test
  void aFileThatCannotBeWrittenIsReported(@TempDir Path directory) {
    assertEquals(1, run("--out", directory.toString()));
    assertTrue(err.toString(StandardCharsets.UTF_8).startsWith("No figures: "));
  }

  private static Work work(String label) {
    return Works.IO.find(label).orElseThrow();
  }

  private static IoOptions parse(String... arguments) {
    return IoOptions.parse(Works.IO, List.of(arguments), Path.of("io.csv"));
  }

  private int run(String... arguments) {
    return Io.run(Works.IO, List.of(arguments), Path.of("io.csv"), printing(out), printing(err));
  }

  private static PrintStream printing(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
