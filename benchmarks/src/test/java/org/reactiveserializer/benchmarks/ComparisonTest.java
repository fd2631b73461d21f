package org.reactiveserializer.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.benchmarks.Comparison.Measure;
import org.reactiveserializer.benchmarks.Series.Sample;

/** The evaluation of measurements. */
class ComparisonTest {
  private static final Measure SOUND =
      (contender, producers) ->
          switch (contender) {
            case SERIALIZER -> new Sample(List.of(30.0, 60.0, 90.0), 3.25, null);
            case RXJAVA -> new Sample(List.of(11.0, 12.0, 13.0), 0, null);
            case UNSERIALIZED -> new Sample(List.of(500.0), 0, null);
            default -> new Sample(List.of(15.0, 20.0), 0, null);
          };
  private static final Measure MUTINY_LOSES =
      (contender, producers) ->
          contender == Contender.MUTINY && producers == 2
              ? Sample.faulty("999 items arrived: 1 <lost>")
              : SOUND.of(contender, producers);

  private final Comparison comparison =
      new Comparison(List.of(1, 2), List.of(Contender.RXJAVA, Contender.MUTINY), false);
  private final ForeignLoad foreign = new ForeignLoad();
  private final ByteArrayOutputStream progress = new ByteArrayOutputStream();

  @Test
  void comparesWithTheBestRival() {
    run(1, SOUND);
    assertEquals(Optional.of(Contender.MUTINY), comparison.bestRival(1));
    assertEquals(60 / 17.5, comparison.ratio(Contender.SERIALIZER, 1).orElseThrow(), 1e-9);
    assertTrue(comparison.isOursClean());
    assertTrue(comparison.faults().isEmpty());
  }

  @Test
  void aRivalThatFailsIsReportedAndNotTimed() {
    run(1, MUTINY_LOSES);
    assertEquals(List.of("mutiny, 2 producers: 999 items arrived: 1 <lost>"), comparison.faults());
    assertEquals(Optional.of(Contender.RXJAVA), comparison.bestRival(2));
    assertEquals(Optional.of(Contender.MUTINY), comparison.bestRival(1));
    assertTrue(comparison.isOursClean());
    assertTrue(progressed().contains("mutiny: FAILED: 999 items arrived: 1 <lost>"));
    String table = new Table(comparison).toString();
    assertTrue(
        table.contains("FAILED verification, not timed:\n  mutiny, 2 producers: 999"), table);
  }

  @Test
  void aContenderThatFailedIsNotMeasuredAgain() {
    List<Contender> measured = new ArrayList<>();
    run(
        2,
        (contender, producers) -> {
          measured.add(contender);
          return MUTINY_LOSES.of(contender, producers);
        });
    assertEquals(3, measured.stream().filter(Contender.MUTINY::equals).count());
    assertTrue(
        progressed().contains("[14/14] 2 producers, mutiny: skipped, failed before"), progressed());
  }

  @Test
  void aContenderThatFailsLaterIsNotTimed() {
    Series series = new Series();
    series.add(new Sample(List.of(1.0), 0, null));
    assertTrue(series.isTimed());
    series.add(Sample.faulty("lost"));
    assertFalse(series.isTimed());
  }

  @Test
  void aFailureOfThisLibraryIsReported() {
    run(
        1,
        (contender, producers) ->
            contender == Contender.SERIALIZER ? Sample.faulty("lost") : SOUND.of(contender, 1));
    assertFalse(comparison.isOursClean());
    assertEquals(Optional.empty(), comparison.ratio(Contender.SERIALIZER, 1));
    assertTrue(new Table(comparison).toString().contains("FAILED"));
    assertTrue(report().contains("serializer, 2 producers: lost"));
  }

  @Test
  void theUpperLimitIsMeasuredWithOneProducer() {
    assertTrue(comparison.row(1).containsKey(Contender.UNSERIALIZED));
    assertFalse(comparison.row(2).containsKey(Contender.UNSERIALIZED));
    Comparison asked = new Comparison(List.of(2), List.of(Contender.UNSERIALIZED), false);
    assertTrue(asked.row(2).containsKey(Contender.UNSERIALIZED));
  }

  @Test
  void biasedModeHasARowOfItsOwn() {
    Comparison both = new Comparison(List.of(1), List.of(Contender.MUTINY), true);
    both.run(
        1,
        (contender, producers) ->
            contender == Contender.BIASED
                ? new Sample(List.of(35.0), 0, null)
                : SOUND.of(contender, producers),
        new PrintStream(progress, true, StandardCharsets.UTF_8));
    assertEquals(2, both.ratio(Contender.BIASED, 1).orElseThrow(), 1e-9);
    String table = new Table(both).toString();
    assertTrue(table.contains("2.00 × mutiny") && table.contains("3.43 × mutiny"), table);
  }

  @Test
  void theTableHasMedianSpreadAndRatio() {
    run(1, SOUND);
    String table = new Table(comparison).toString();
    assertTrue(table.contains("60.0 (30.0 … 90.0)"), table);
    assertTrue(table.contains("3.43 × mutiny"), table);
    assertTrue(table.matches("(?s).*wins .pairs of batches. +100 % +100 %\n.*"), table);
    assertTrue(table.contains("3.3"), table);
  }

  @Test
  void theReportHasEverything() {
    run(1, MUTINY_LOSES);
    String html = report();
    for (String part :
        List.of(
            "12,345 integers.",
            "60.0 (30.0 … 90.0)",
            "<div class=\"dark\"><svg",
            ">this library</text>",
            "mutiny, 2 producers: 999 items arrived: 1 &lt;lost&gt;",
            "benchmarks/compare --producers 1,2 --out a&amp;b.html",
            "Some Processor 9000, 2 processors, Some System, Some VM 17",
            "2026-01-02T03:04:05Z",
            "rxjava-3.1.12.jar",
            "0 % of the processors were busy with something else between")) {
      assertTrue(html.contains(part), part);
    }
    for (String outside : List.of("src=", "href", "<script", "url(", "@import", "<link")) {
      assertFalse(html.contains(outside), outside);
    }
  }

  @Test
  void aSentenceSumsItUp() {
    run(1, SOUND);
    assertEquals(
        "This library delivered every item once and in order, and was 3.4 to 3.4 times as fast as the fastest"
            + " other library.",
        new Conclusion(comparison).toString());
  }

  @Test
  void itComparesWithLibrariesAndLocks() {
    Comparison all =
        new Comparison(List.of(1, 2), List.of(Contender.RXJAVA, Contender.REENTRANT_LOCK), false);
    all.run(
        1,
        (contender, producers) ->
            switch (contender) {
              case SERIALIZER -> new Sample(List.of(60.0), 0, null);
              case RXJAVA -> new Sample(List.of(producers == 1 ? 30.0 : 15.0), 0, null);
              default -> new Sample(List.of(producers == 1 ? 80.0 : 50.0), 0, null);
            },
        new PrintStream(progress, true, StandardCharsets.UTF_8));
    assertEquals(
        "This library delivered every item once and in order, and was 2.0 to 4.0 times as fast as the fastest"
            + " other library, and 0.8 to 1.2 times as fast as the faster lock.",
        new Conclusion(all).toString());
  }

  @Test
  void itSaysThatThisLibraryFailed() {
    run(1, (contender, producers) -> Sample.faulty("lost"));
    assertTrue(
        new Conclusion(comparison).toString().startsWith("This library failed verification"));
  }

  @Test
  void theLeadComparesAllPairsOfBatches() {
    Series one = series(1, 5, 9);
    Series other = series(4, 4, 5);
    assertEquals(5.5 / 9, one.lead(other), 1e-9);
    assertEquals(3.5 / 9, other.lead(one), 1e-9);
    assertEquals(1, series(6, 7).lead(other), 1e-9);
  }

  private static Series series(double... speeds) {
    Series series = new Series();
    series.add(new Sample(DoubleStream.of(speeds).boxed().toList(), 0, null));
    return series;
  }

  private void run(int rounds, Measure measure) {
    comparison.run(rounds, measure, new PrintStream(progress, true, StandardCharsets.UTF_8));
  }

  private String progressed() {
    return progress.toString(StandardCharsets.UTF_8);
  }

  private String report() {
    return new Report(
            comparison,
            12_345,
            new Machine("Some Processor 9000", 2, "Some System", "Some VM 17"),
            foreign,
            "benchmarks/compare --producers 1,2 --out a&b.html",
            ZonedDateTime.of(2026, 1, 2, 3, 4, 5, 0, ZoneOffset.UTC))
        .html();
  }
}
