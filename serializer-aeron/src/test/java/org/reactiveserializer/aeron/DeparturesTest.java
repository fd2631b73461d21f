package org.reactiveserializer.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.testing.Await;

/** Nodes that end with their drivers, while receivers do not have everything. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DeparturesTest {
  private static final int ITEMS = 20_000;
  private static final int STREAM = 10;
  private static final Duration LONGEST = Duration.ofDays(1);
  private static final Duration A_WHILE = Duration.ofMillis(500);

  @ParameterizedTest
  @ValueSource(strings = {"aeron:ipc", "aeron:udp?endpoint=127.0.0.1:PORT"})
  void closeWaitsForReceivers(String pattern) throws Exception {
    String channel = Nodes.channel(pattern);
    AeronNode sender = AeronNode.embedded(LONGEST);
    try (AeronNode receiver = receiverOf(channel, sender);
        AeronPublisher<String> in = publisher(receiver, channel)) {
      Collecting collecting = new Collecting(0);
      in.subscribe(collecting);
      sendAll(sender, channel);
      Thread closing = new Thread(sender::close);
      closing.start();
      closing.join(A_WHILE.toMillis());
      assertTrue(closing.isAlive(), "it did not wait for receivers");
      collecting.subscription().request(Long.MAX_VALUE);
      closing.join();
      collecting.awaitEnd();
      assertNull(collecting.error);
      for (int i = 0; i < ITEMS; i++) {
        assertEquals(item(i), collecting.next());
      }
    }
  }

  /** The same without the wait. */
  @Test
  @Tag("thorough") // Aeron takes ten seconds to notice that a sender is gone
  void withoutTimeMostIsLost() throws Exception {
    String channel = Nodes.channel("aeron:udp?endpoint=127.0.0.1:PORT");
    AeronNode sender = AeronNode.embedded(Duration.ZERO);
    try (AeronNode receiver = AeronNode.embedded(Duration.ZERO);
        AeronPublisher<String> in = publisher(receiver, channel)) {
      Collecting collecting = new Collecting(0);
      in.subscribe(collecting);
      sendAll(sender, channel);
      sender.close();
      collecting.subscription().request(Long.MAX_VALUE);
      collecting.awaitEnd();
      assertTrue(
          collecting.items.size() < ITEMS / 2, () -> collecting.items.size() + " items arrived");
    }
  }

  @Test
  void aReceiverThatTakesNothingIsWaitedForUntilTheTimeIsUp() throws Exception {
    AeronNode sender = AeronNode.embedded(A_WHILE);
    try (AeronNode receiver = AeronNode.external(sender.directory());
        AeronPublisher<String> in = publisher(receiver, "aeron:ipc")) {
      in.subscribe(new Collecting(0));
      sendAll(sender, "aeron:ipc");
      long start = System.nanoTime();
      sender.close();
      assertTrue(System.nanoTime() - start >= A_WHILE.toNanos(), "it did not wait");
    }
  }

  @Test
  void nobodyIsWaitedFor() throws Exception {
    AeronNode node = AeronNode.embedded(LONGEST);
    publisher(node, "aeron:ipc").subscribe(new Collecting(0)); // leaves with the node
    sendAll(node, "aeron:ipc");
    AeronSubscriber<String> alone =
        node.<String>subscriber(Texts.WRITER)
            .open(Nodes.channel("aeron:udp?endpoint=127.0.0.1:PORT"), STREAM);
    alone.close();
    assertTrue(alone.awaitClosed(Await.LONG));
    node.close();
  }

  @Test
  void anInterruptEndsTheWaitAndASecondCloseDoesNotWait() throws Exception {
    AeronNode sender = AeronNode.embedded(LONGEST);
    try (AeronNode receiver = AeronNode.external(sender.directory());
        AeronPublisher<String> in = publisher(receiver, "aeron:ipc")) {
      in.subscribe(new Collecting(0));
      sendAll(sender, "aeron:ipc");
      Thread closing = new Thread(sender::close);
      closing.start();
      closing.join(A_WHILE.toMillis());
      assertTrue(closing.isAlive(), "it did not wait for receivers");
      closing.interrupt();
      closing.join();
      assertFalse(sender.directory().toFile().exists());
      sender.close();
    }
  }

  @Test
  void anInterruptedThreadClosesInOrder() {
    AeronNode node = AeronNode.embedded(LONGEST);
    Thread.currentThread().interrupt();
    node.close();
    assertTrue(Thread.interrupted());
    assertFalse(node.directory().toFile().exists());
  }

  /** A node whose driver outlives that of the sender, but for shared memory. */
  private static AeronNode receiverOf(String channel, AeronNode sender) {
    return channel.equals("aeron:ipc")
        ? AeronNode.external(sender.directory())
        : AeronNode.embedded(Duration.ZERO);
  }

  private static AeronPublisher<String> publisher(AeronNode node, String channel) {
    return node.<String>publisher(Texts.READER).completeAfterLast().open(channel, STREAM);
  }

  private static void sendAll(AeronNode node, String channel) throws InterruptedException {
    AeronSubscriber<String> out = node.<String>subscriber(Texts.WRITER).open(channel, STREAM);
    for (int i = 0; i < ITEMS; i++) {
      assertTrue(out.emit(item(i), Await.LONG).isAccepted());
    }
    out.close();
    assertTrue(out.awaitClosed(Await.LONG));
    assertNull(out.failure());
  }

  private static String item(int i) {
    return "item " + i + " of those that were sent before the driver ended";
  }
}
