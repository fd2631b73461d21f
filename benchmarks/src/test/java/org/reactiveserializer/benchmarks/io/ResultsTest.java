package org.reactiveserializer.benchmarks.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** The figures of a work, and their table. */
class ResultsTest {
  @Test
  void contendersTakeTurns() {
    FakeWork work = new FakeWork(true, contender -> Outcome.of("", 1.0));
    Results results = new Results(work, new Effort(1, 1, 0, List.of()), work.contenders());
    for (int i = 0; i < 2; i++) {
      results.round(() -> {}, new PrintStream(OutputStream.nullOutputStream()));
    }
    List<String> round = List.of("source 1", "nio 1", "source 2", "nio 2", "netty-epoll 2");
    assertEquals(round, work.measured.subList(0, 5));
    assertEquals(round, work.measured.subList(5, 10));
  }

  @Test
  void theBestRivalHasTheMostOrTheLeast() {
    for (boolean isMoreBetter : new boolean[] {true, false}) {
      Results results =
          FakeWork.results(
              isMoreBetter, contender -> Outcome.of("", contender == FakeWork.NIO ? 2.0 : 4.0));
      assertEquals(Optional.of(FakeWork.NIO), results.bestRival("one"));
      assertEquals(
          Optional.of(isMoreBetter ? FakeWork.EPOLL : FakeWork.NIO), results.bestRival("two"));
      String table = new IoTable(results).toString();
      assertTrue(table.contains("2.00 × nio"), table);
      assertEquals(isMoreBetter, table.contains("1.00 × netty-epoll"), table);
    }
  }

  @Test
  void theTableHasMedianAndSpread() {
    Queue<Double> figures =
        new ArrayDeque<>(List.of(1.0, 10.0, 0.05, 0.0, 20.0, 3.0, 30.0, 0.05, 0.0, 60.0));
    Results results =
        FakeWork.results(
            false,
            contender -> Outcome.of(contender == FakeWork.NIO ? "a note" : "", figures.remove()));
    String table = new IoTable(results).toString();
    assertTrue(table.contains("loss: something, units, less is better"), table);
    assertTrue(table.contains("2.00 (1.00 … 3.00)"), table);
    assertTrue(table.contains("0.0500 (0.0500 … 0.0500)"), table);
    assertTrue(table.contains("0.05, nio 0") || table.contains("0.0500, nio 0"), table);
    assertTrue(table.contains("nio, one: a note"), table);
  }

  @Test
  void aFaultTakesThePlaceOfTheFigure() {
    Results results =
        FakeWork.results(
            true,
            contender ->
                contender == FakeWork.NIO ? Outcome.faulty("3 lost") : Outcome.of("", 1.0));
    assertEquals(List.of("nio, one: 3 lost", "nio, two: 3 lost"), results.faults());
    assertTrue(results.isOursClean());
    assertEquals(Optional.empty(), results.bestRival("one"));
    String table = new IoTable(results).toString();
    assertTrue(table.contains("FAILED, not timed:\n  nio, one: 3 lost\n"), table);
    assertTrue(table.matches("(?s).*\nnio +FAILED +FAILED\n.*"), table);
  }

  @Test
  void anExceptionIsAFaultAndEndsTheContendersTurns() {
    Results results =
        FakeWork.results(
            true,
            contender -> {
              if (contender == FakeWork.OURS) {
                throw new IllegalStateException("no luck");
              }
              return Outcome.of("", 1.0);
            });
    assertFalse(results.isOursClean());
    assertEquals("source, one: no luck", results.faults().get(0));
  }
}
