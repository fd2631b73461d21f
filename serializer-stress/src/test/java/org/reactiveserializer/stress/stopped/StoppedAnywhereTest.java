package org.reactiveserializer.stress.stopped;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.reactiveserializer.stress.mutants.Mutant;
import org.reactiveserializer.stress.mutants.Mutants;

/**
 * A thread that stops anywhere in a call blocks no other thread. A debugger stops it not at chosen
 * points, but at each instruction that it reaches. The file {@code target/stopped-anywhere.txt}
 * lists at how many places it was stopped, and at which of them no signal was delivered because it
 * was the owner.
 */
@TestInstance(Lifecycle.PER_CLASS)
@Tag("thorough")
class StoppedAnywhereTest {
  private static final int FEW = 8;

  /** A shorter trace is empty except for its ends. */
  private static final int LEAST = 3;

  private final Stops stops = new Stops();
  private PrintWriter report;

  @BeforeAll
  void begin() throws IOException {
    report =
        new PrintWriter(
            Files.newBufferedWriter(
                Path.of("target", "stopped-anywhere.txt"), StandardCharsets.UTF_8),
            true);
  }

  @AfterAll
  void end() {
    stops.close();
    report.close();
  }

  @TestFactory
  Stream<DynamicTest> aStoppedThreadBlocksNoOther() {
    List<Situation> all = Situations.ALL;
    return IntStream.range(0, all.size())
        .mapToObj(i -> DynamicTest.dynamicTest(all.get(i).name(), () -> play(i)));
  }

  private void play(int number) throws IOException, InterruptedException {
    Situation situation = Situations.ALL.get(number);
    long begin = System.nanoTime();
    Stops.Result result = stops.play(number, situation.goesOn());
    String failures = describe(result.failures());
    report.printf(
        "%s: %d stops, %d ms%n  no signal delivered at %d: %s%n%s",
        situation,
        result.stops(),
        (System.nanoTime() - begin) / 1_000_000,
        result.silent().size(),
        edges(result.silent()),
        failures);
    assertTrue(result.stops() >= LEAST, "only " + result.stops() + " places: " + failures);
    assertTrue(failures.isEmpty(), failures);
  }

  @Test
  void aMutantIsCaught(@TempDir Path folder) throws IOException, InterruptedException {
    String situation = "sink, VICTIM EMIT, others emit 6, COMPLETE";
    Mutant mutant = Mutants.named("leaves without a look");
    List<String> names = Situations.ALL.stream().map(Situation::name).toList();
    int number = names.indexOf(situation);
    assertTrue(number >= 0, () -> "no situation " + situation + " in " + names);
    try (Stops broken = new Stops(mutant.compileInto(folder))) {
      Stops.Result result = broken.play(number, false);
      assertFalse(result.failures().isEmpty(), "the mutant was not caught");
    }
  }

  private static String edges(List<String> places) {
    return places.isEmpty() ? "" : places.get(0) + " to " + places.get(places.size() - 1);
  }

  private static String describe(Map<String, List<String>> failures) {
    StringBuilder text = new StringBuilder();
    failures.forEach(
        (failure, places) ->
            text.append("  ")
                .append(failure)
                .append("\n    stopped at ")
                .append(places.size())
                .append(": ")
                .append(String.join(", ", places.subList(0, Math.min(FEW, places.size()))))
                .append('\n'));
    return text.toString();
  }
}
