package org.reactiveserializer.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.testing.Await;

/** One publication, and several subscriptions: multicast, and several destinations (MDC). */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SeveralReceiversTest {
  private static final int ITEMS = 2_000;

  private final AeronNode node = Nodes.NODE;
  private final int stream = Nodes.newStream();

  @ParameterizedTest
  @CsvSource({
    "aeron:udp?control=127.0.0.1:PORT|control-mode=dynamic|fc=min|term-length=64k,"
        + "aeron:udp?endpoint=127.0.0.1:0|control=127.0.0.1:PORT|control-mode=dynamic",
    "aeron:udp?control-mode=manual|fc=min|term-length=64k, aeron:udp?endpoint=127.0.0.1:PORT"
  })
  void eachGetsEverything(String patternOfSending, String patternOfReceiving) throws Exception {
    String[] both = Nodes.channel(patternOfSending + " " + patternOfReceiving).split(" ");
    String sending = both[0];
    String receiving = both[1];
    Collecting first = new Collecting(Long.MAX_VALUE);
    Collecting second = new Collecting(Long.MAX_VALUE);
    boolean isManual = sending.contains("manual");
    String other = isManual ? Nodes.channel("aeron:udp?endpoint=127.0.0.1:PORT") : receiving;
    try (AeronPublisher<String> a = node.<String>publisher(Texts.READER).open(receiving, stream);
        AeronPublisher<String> b = node.<String>publisher(Texts.READER).open(other, stream);
        AeronSubscriber<String> out = node.<String>subscriber(Texts.WRITER).open(sending, stream)) {
      a.subscribe(first);
      b.subscribe(second);
      if (isManual) {
        out.publication().addDestination(receiving);
        out.publication().addDestination(other);
      }
      Await.until(() -> a.stats().available() == 1 && b.stats().available() == 1);
      for (int i = 0; i < ITEMS; i++) {
        assertTrue(out.emit("i" + i, Await.LONG).isAccepted());
      }
      for (int i = 0; i < ITEMS; i++) {
        assertEquals("i" + i, first.next());
        assertEquals("i" + i, second.next());
      }
    }
  }

  /** With this flow control, the slowest receiver holds the sender back. */
  @Test
  void theOneWithoutDemandHoldsTheSenderBack() throws Exception {
    String control = Nodes.channel("control=127.0.0.1:PORT|control-mode=dynamic");
    String receiving = "aeron:udp?endpoint=127.0.0.1:0|" + control;
    Collecting fast = new Collecting(Long.MAX_VALUE);
    Collecting slow = new Collecting(0);
    try (AeronPublisher<String> a = node.<String>publisher(Texts.READER).open(receiving, stream);
        AeronPublisher<String> b = node.<String>publisher(Texts.READER).open(receiving, stream);
        AeronSubscriber<String> out =
            node.<String>subscriber(Texts.WRITER)
                .queue(8)
                .open("aeron:udp?" + control + "|fc=min,t:60s|term-length=64k", stream)) {
      a.subscribe(fast);
      b.subscribe(slow);
      Await.until(() -> a.stats().available() == 1 && b.stats().available() == 1);
      int accepted = 0;
      EmitOutcome result = EmitOutcome.QUEUED;
      while (result.isAccepted() || out.stats().backPressured() == 0) {
        result = out.emit(accepted + "x".repeat(1_000), Duration.ofMillis(500));
        accepted += result.isAccepted() ? 1 : 0;
      }
      assertTrue(accepted < 500, "no back pressure after " + accepted);
      slow.subscription().request(Long.MAX_VALUE);
      for (int i = 0; i < accepted; i++) {
        assertTrue(slow.next().startsWith(i + "x"));
        assertTrue(fast.next().startsWith(i + "x"));
      }
    }
  }
}
