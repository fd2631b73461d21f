package org.reactiveserializer.peers;

import static org.reactiveserializer.peers.Trial.assertReport;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The effect of a cancellation on items that wait and on later signals. */
class CancellationDefectsTest {

  @Nested
  class WhileItemsWait {
    private void play(Trial trial) {
      trial.during(
          "a",
          () -> {
            trial.next("b", "c");
            trial.cancel();
          });
      trial.next("a");
    }

    @Test
    void rxJavaGoesOnDelivering() {
      assertReport(Entrance.RXJAVA, this::play, "signals: a, b, c\nupstream: cancel\n");
    }

    @Test
    void mutinyDropsThemSilently() {
      assertReport(Entrance.MUTINY, this::play, "signals: a\nheld: b, c\nupstream: cancel\n");
    }

    @ParameterizedTest
    @EnumSource(names = {"OURS", "OURS_DELAYED"})
    void oursDiscardsThem(Entrance ours) {
      assertReport(ours, this::play, "signals: a\ndiscarded: b, c\nupstream: cancel\n");
    }
  }

  @Nested
  class WithinABatch {
    private void play(Trial trial) {
      trial.during("a", () -> trial.next("b", "c", "d"));
      trial.in("c", trial::cancel);
      trial.next("a");
    }

    @Test
    void rxJavaGoesOnDelivering() {
      assertReport(Entrance.RXJAVA, this::play, "signals: a, b, c, d\nupstream: cancel\n");
    }

    @Test
    void reactorDiscardsWhatItDelivered() {
      assertReport(
          Entrance.REACTOR, this::play, "signals: a, b, c\ndiscarded: b, c, d\nupstream: cancel\n");
    }

    @Test
    void mutinyDropsTheRestSilently() {
      assertReport(Entrance.MUTINY, this::play, "signals: a, b, c\nlost: d\nupstream: cancel\n");
    }

    @ParameterizedTest
    @EnumSource(names = {"OURS", "OURS_DELAYED"})
    void oursDiscardsTheRestOnce(Entrance ours) {
      assertReport(ours, this::play, "signals: a, b, c\ndiscarded: d\nupstream: cancel\n");
    }
  }

  @Nested
  class ThenAnError {
    private void play(Trial trial) {
      trial.cancel();
      trial.error("x");
    }

    @Test
    void rxJavaDeliversIt() {
      assertReport(Entrance.RXJAVA, this::play, "signals: x\nupstream: cancel\n");
    }

    @Test
    void reactorSwallowsIt() {
      assertReport(Entrance.REACTOR, this::play, "lost: x\nupstream: cancel\n");
    }

    @ParameterizedTest
    @EnumSource(names = {"OURS", "OURS_DELAYED"})
    void oursReportsIt(Entrance ours) {
      assertReport(ours, this::play, "dropped: x\nupstream: cancel\n");
    }
  }
}
