package org.reactiveserializer.peers;

import static org.reactiveserializer.peers.Trial.assertReport;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An item that one thread emits while another item is delivered. */
class ConcurrentItemDefectsTest {

  private void play(Trial trial) {
    trial.during("a", () -> trial.next("b"));
    trial.next("a", "c");
    trial.complete();
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOWABLE", "FLUX"})
  void peersDropItSilentlyInFrontOfAPlainSubscriber(Entrance peer) {
    assertReport(peer, this::play, "signals: a, c, completed\nlost: b\n");
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOWABLE_BEHIND_OURS", "FLUX_BEHIND_OURS"})
  void peersBehindOursDeliverIt(Entrance both) {
    assertReport(both, this::play, "signals: a, b, c, completed\n");
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOWABLE_BEFORE_OURS", "FLUX_BEFORE_OURS"})
  void peersBeforeOursHaveDroppedItAlready(Entrance both) {
    assertReport(both, this::play, "signals: a, c, completed\nlost: b\n");
  }

  @ParameterizedTest
  @EnumSource(names = "FLOWABLE_BEFORE_BRIDGE")
  void peersBeforeABridgeDeliverIt(Entrance both) {
    assertReport(both, this::play, "signals: a, b, c, completed\n");
  }

  @ParameterizedTest
  @EnumSource(names = {"UNICAST_SINK", "MULTICAST_SINK", "REPLAY_SINK"})
  void reactorSinksRefuseIt(Entrance sink) {
    assertReport(sink, this::play, "signals: a, c, completed\nthrown: b FAIL_NON_SERIALIZED\n");
  }

  @ParameterizedTest
  @EnumSource(names = {"OURS", "OURS_DELAYED"})
  void oursDeliversIt(Entrance ours) {
    assertReport(ours, this::play, "signals: a, b, c, completed\n");
  }
}
