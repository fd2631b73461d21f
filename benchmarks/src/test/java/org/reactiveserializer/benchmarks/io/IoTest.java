package org.reactiveserializer.benchmarks.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.benchmarks.BarChart.Colour;
import org.reactiveserializer.benchmarks.Contrast;
import org.reactiveserializer.benchmarks.Machine;

/** The command line, the figures and the charts. */
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
    assertEquals(
        Works.IO.labelled("loss").contenders(), options.contenders(Works.IO.labelled("loss")));
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
            "--charts=pictures",
            "--from=x.csv",
            "--quick");
    assertEquals(List.of("ints", "loss"), options.works().stream().map(Work::label).toList());
    assertEquals(5, options.rounds());
    assertEquals(
        new Effort(2000, 1000, 1000, List.of(5, 7), List.of(3_500, 20_000)), options.effort());
    assertEquals(Path.of("pictures"), options.charts());
    assertEquals(Path.of("x.csv"), options.from());
    assertEquals(
        List.of("ring", "agrona"),
        options.contenders(Works.IO.labelled("ints")).stream().map(IoContender::label).toList());
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
            "--quick --works --rivals --rounds --seconds --warmup --rates --charts --from --help"
                .split(" "));
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
        "--charts"
      })
  void wrongArgumentsAreRejected(String argument) {
    assertEquals(2, run(argument));
    assertFalse(err.toString(StandardCharsets.UTF_8).isBlank());
    assertEquals("", out.toString(StandardCharsets.UTF_8));
  }

  @Test
  void figuresCanBeReadAgainAndDrawn(@TempDir Path directory) throws IOException {
    Results results =
        FakeWork.results(
            true,
            contender ->
                contender == FakeWork.EPOLL ? Outcome.faulty("torn") : Outcome.of("", 12.0));
    String csv = IoFigures.of(Works.IO, List.of(results), MACHINE, 2).csv();
    assertEquals(
        """
        # Some Processor, 2 processors. Some VM 17. Loopback, separate processes. Medians of 2 rounds.
        work:loss,one,two
        source,12.0000,12.0000
        nio,12.0000,12.0000
        netty-epoll,-,
        """,
        csv);
    assertEquals(csv, IoFigures.parse(Works.IO, csv).csv());
    Path file = Files.writeString(directory.resolve("io.csv"), csv);
    Path charts = directory.resolve("charts");
    assertEquals(0, run("--from", file.toString(), "--charts", charts.toString()));
    for (String name : List.of("io-loss-light.svg", "io-loss-dark.svg")) {
      String chart = Files.readString(charts.resolve(name));
      for (String text :
          List.of(">source</text>", ">nio</text>", ">one</text>", ">12</text>", ">\u2013</text>")) {
        assertTrue(chart.contains(text), text + " in " + chart);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "# caption\n",
        "# caption\nloss,one\nnio,1\n",
        "# caption\nwork:akka,one\nnio,1\n",
        "# caption\nwork:loss,one\nnio,1,2\n",
        "# caption\nwork:loss,one\nnio,x\n",
        "# caption\nwork:loss,one\nnio,-1\n"
      })
  void malformedFiguresAreRejected(String csv) {
    assertThrows(IllegalArgumentException.class, () -> IoFigures.parse(Works.IO, csv));
  }

  @Test
  void aMissingFileIsReported(@TempDir Path directory) {
    assertEquals(
        1, run("--from", directory.resolve("x.csv").toString(), "--charts", directory.toString()));
    assertTrue(err.toString(StandardCharsets.UTF_8).startsWith("No chart: "));
  }

  @Test
  void everyColourStandsOutFromTheBackground() {
    for (Work work : Works.IO.all()) {
      List<Colour> colours = work.contenders().stream().map(IoContender::colour).toList();
      assertEquals(colours.size(), colours.stream().distinct().count(), work.label());
      for (Colour colour : colours) {
        assertTrue(Contrast.of("#ffffff", colour.onLight()) >= 3, colour.onLight());
        assertTrue(Contrast.of("#0d1117", colour.onDark()) >= 3, colour.onDark());
      }
    }
  }

  private static IoOptions parse(String... arguments) {
    return IoOptions.parse(Works.IO, List.of(arguments), Path.of("charts"));
  }

  private int run(String... arguments) {
    return Io.run(Works.IO, List.of(arguments), Path.of("charts"), printing(out), printing(err));
  }

  private static PrintStream printing(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
