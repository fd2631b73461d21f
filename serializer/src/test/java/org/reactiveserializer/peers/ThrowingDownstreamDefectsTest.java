package org.reactiveserializer.peers;

import static org.reactiveserializer.peers.Trial.assertReport;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A downstream that throws in {@code onNext}: §2.13 forbids it, but it happens. */
class ThrowingDownstreamDefectsTest {

  @Nested
  class Alone {
    private void completed(Trial trial) {
      trial.throwIn("a");
      trial.next("a", "b", "c");
      trial.complete();
    }

    private void failed(Trial trial) {
      trial.throwIn("a");
      trial.next("a");
      trial.error("x");
    }

    @ParameterizedTest
    @EnumSource(names = {"RXJAVA", "REACTOR", "MUTINY"})
    void peersPileUpLaterItemsAndNeverEnd(Entrance peer) {
      assertReport(peer, this::completed, "signals: a\nthrown: a boom\nheld: b, c\n");
    }

    @ParameterizedTest
    @EnumSource(names = {"RXJAVA", "REACTOR", "MUTINY"})
    void peersNeitherSignalNorReportAnError(Entrance peer) {
      assertReport(peer, this::failed, "signals: a\nthrown: a boom\nheld: x\n");
    }

    @ParameterizedTest
    @EnumSource(names = {"OURS", "OURS_DELAYED"})
    void oursCancelsAndDiscardsLaterItems(Entrance ours) {
      assertReport(
          ours, this::completed, "signals: a\ndiscarded: b, c\nthrown: a boom\nupstream: cancel\n");
    }

    @ParameterizedTest
    @EnumSource(names = {"OURS", "OURS_DELAYED"})
    void oursReportsAnError(Entrance ours) {
      assertReport(
          ours, this::failed, "signals: a\ndropped: x\nthrown: a boom\nupstream: cancel\n");
    }
  }

  @Nested
  class InABatch {
    private void play(Trial trial) {
      trial.during("a", () -> trial.next("b", "c", "d"));
      trial.throwIn("b");
      trial.next("a", "e");
    }

    @ParameterizedTest
    @EnumSource(names = {"RXJAVA", "REACTOR", "MUTINY"})
    void peersLoseTheBatchAndPileUpLaterItems(Entrance peer) {
      assertReport(peer, this::play, "signals: a, b\nthrown: a boom\nheld: e\nlost: c, d\n");
    }

    @ParameterizedTest
    @EnumSource(names = {"OURS", "OURS_DELAYED"})
    void oursDiscardsEachOnce(Entrance ours) {
      assertReport(
          ours,
          this::play,
          "signals: a, b\ndiscarded: c, d, e\nthrown: a boom\nupstream: cancel\n");
    }
  }
}
