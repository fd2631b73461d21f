package org.reactiveserializer.peers;

import static org.reactiveserializer.peers.Trial.assertReport;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The effect of a terminal signal on items that wait and on later signals. */
class TerminationDefectsTest {

  @Nested
  class ErrorWhileItemsWait {
    private void play(Trial trial) {
      trial.during(
          "a",
          () -> {
            trial.next("b", "c");
            trial.error("x");
          });
      trial.next("a");
    }

    @Test
    void rxJavaDropsThemSilently() {
      assertReport(Entrance.RXJAVA, this::play, "signals: a, x\nlost: b, c\n");
    }

    @Test
    void oursDiscardsThem() {
      assertReport(Entrance.OURS, this::play, "signals: a, x\ndiscarded: b, c\n");
    }

    @Test
    void oursDeliversThemIfErrorsAreDelayed() {
      assertReport(Entrance.OURS_DELAYED, this::play, "signals: a, b, c, x\n");
    }
  }

  @Nested
  class CompletionDuringAnItem {
    private void items(Trial trial) {
      trial.during("a", trial::complete);
      trial.next("a", "b", "c");
    }

    private void error(Trial trial) {
      trial.during("a", trial::complete);
      trial.next("a");
      trial.error("x");
    }

    @Test
    void rxJavaPilesUpItemsAfterIt() {
      assertReport(Entrance.RXJAVA, this::items, "signals: a, completed\nheld: b, c\n");
    }

    @Test
    void rxJavaDoesNotReportAnErrorAfterIt() {
      assertReport(Entrance.RXJAVA, this::error, "signals: a, completed\nheld: x\n");
    }

    @ParameterizedTest
    @EnumSource(names = {"OURS", "OURS_DELAYED"})
    void oursDiscardsAndReports(Entrance ours) {
      assertReport(ours, this::items, "signals: a, completed\ndiscarded: b, c\n");
      assertReport(ours, this::error, "signals: a, completed\ndropped: x\n");
    }
  }

  @Nested
  class CompletionThenErrorDuringAnItem {
    private void play(Trial trial) {
      trial.during(
          "a",
          () -> {
            trial.complete();
            trial.error("x");
          });
      trial.next("a");
    }

    @Test
    void rxJavaSignalsTheSecondInPlaceOfTheFirst() {
      assertReport(Entrance.RXJAVA, this::play, "signals: a, x\n");
    }

    @Test
    void reactorSwallowsTheSecond() {
      assertReport(Entrance.REACTOR, this::play, "signals: a, completed\nlost: x\n");
    }

    @ParameterizedTest
    @EnumSource(names = {"OURS", "OURS_DELAYED"})
    void oursSignalsTheFirstAndReportsTheSecond(Entrance ours) {
      assertReport(ours, this::play, "signals: a, completed\ndropped: x\n");
    }
  }

  @Nested
  class ErrorAfterTheEnd {
    private void completed(Trial trial) {
      trial.complete();
      trial.error("x");
    }

    private void failed(Trial trial) {
      trial.error("x");
      trial.error("y");
    }

    @Test
    void reactorSwallowsIt() {
      assertReport(Entrance.REACTOR, this::completed, "signals: completed\nlost: x\n");
      assertReport(Entrance.REACTOR, this::failed, "signals: x\nlost: y\n");
    }

    @ParameterizedTest
    @EnumSource(names = {"OURS", "OURS_DELAYED"})
    void oursReportsIt(Entrance ours) {
      assertReport(ours, this::completed, "signals: completed\ndropped: x\n");
      assertReport(ours, this::failed, "signals: x\ndropped: y\n");
    }
  }

  @Nested
  class ItemAfterTheEnd {
    private void play(Trial trial) {
      trial.complete();
      trial.next("a");
    }

    @ParameterizedTest
    @EnumSource(names = {"RXJAVA", "MUTINY"})
    void peersDropItSilently(Entrance peer) {
      assertReport(peer, this::play, "signals: completed\nlost: a\n");
    }

    @ParameterizedTest
    @EnumSource(names = {"OURS", "OURS_DELAYED"})
    void oursDiscardsIt(Entrance ours) {
      assertReport(ours, this::play, "signals: completed\ndiscarded: a\n");
    }
  }
}
