package org.reactiveserializer.benchmarks.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs a work with tiny numbers. */
public final class Tiny {
  /** Datagrams a second: all of a run fit into the buffer of a socket, if nobody reads. */
  private static final int RATE = 500;

  private static final int CONNECTIONS = 20;
  private static final Effort EFFORT = new Effort(200, 50, 0, List.of(RATE), List.of(CONNECTIONS));

  private Tiny() {}

  /** Runs all contenders in all cases. None may have a fault. */
  public static void runAll(Work work) {
    Results results = new Results(work, EFFORT, work.contenders());
    ByteArrayOutputStream progress = new ByteArrayOutputStream();
    results.round(() -> {}, new PrintStream(progress, true, StandardCharsets.UTF_8));
    assertEquals(List.of(), results.faults(), () -> progress.toString(StandardCharsets.UTF_8));
    for (IoContender contender : work.contenders()) {
      for (Case which : work.cases(EFFORT)) {
        for (String column : which.columns()) {
          Double median = results.median(contender, column);
          assertEquals(contender.isIn(which), median != null, contender.label() + ", " + column);
          assertTrue(
              median == null || median >= 0 && (work.subject().isMoreBetter() ? median > 0 : true));
        }
      }
    }
  }

  /** Runs a contender in the first case, and returns its fault. */
  public static String faultOf(Work work, Class<?> type) {
    try {
      return "" + measure(work, type).fault();
    } catch (Exception fault) {
      return "" + fault.getMessage();
    }
  }

  /** Runs a contender in the first case, and returns its figure. */
  public static double figureOf(Work work, Class<?> type) throws Exception {
    Outcome outcome = measure(work, type);
    assertNull(outcome.fault());
    return outcome.figures().get(0);
  }

  private static Outcome measure(Work work, Class<?> type) throws Exception {
    return work.measure(contender(type), work.cases(EFFORT).get(0), EFFORT);
  }

  private static IoContender contender(Class<?> type) {
    return IoContender.rival("faulty", type, "has a fault")
        .with("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");
  }
}
