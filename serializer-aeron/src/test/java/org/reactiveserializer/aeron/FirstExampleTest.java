package org.reactiveserializer.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.testing.Await;

/** The first example of docs/aeron.md: everything is received, although the driver ends at once. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FirstExampleTest {
  private static final int ITEMS = 1_000;

  @RepeatedTest(3)
  @SuppressWarnings("try") // closed before its end, as in the example
  void whatWasSentIsReceived() throws Exception {
    String channel = Nodes.channel("aeron:udp?endpoint=127.0.0.1:PORT");
    Collecting collecting = new Collecting(Long.MAX_VALUE);
    try (AeronNode node = AeronNode.embedded();
        AeronPublisher<String> in =
            node.<String>publisher(Texts.READER).completeAfterLast().open(channel, 10);
        AeronSubscriber<String> out = node.<String>subscriber(Texts.WRITER).open(channel, 10)) {
      in.subscribe(collecting);
      for (int i = 0; i < ITEMS; i++) {
        assertTrue(out.emit("item " + i, Await.LONG).isAccepted());
      }
      out.close();
      assertTrue(in.awaitClosed(Await.LONG));
    }
    for (int i = 0; i < ITEMS; i++) {
      assertEquals("item " + i, collecting.next());
    }
  }
}
