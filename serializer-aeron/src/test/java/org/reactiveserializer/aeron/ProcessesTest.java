package org.reactiveserializer.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.Aeron;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.testing.Await;
import org.reactiveserializer.testing.Child;
import org.reactiveserializer.testing.Effort;

/** Senders and a media driver in processes of their own, which are killed ({@code SIGKILL}). */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("thorough")
class ProcessesTest {
  private static final int SENDERS = 2;
  private static final int SOME = Effort.rounds(20_000);

  @TempDir Path directory;

  /**
   * A sender is killed in the middle, and another one comes. Of each thread of each sender there is
   * everything up to somewhere, in order, whole.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {"aeron:ipc?term-length=64k", "aeron:udp?endpoint=127.0.0.1:PORT|term-length=64k"})
  void killedSendersAreReplaced(String pattern) throws Exception {
    String channel = Nodes.channel(pattern);
    int stream = Nodes.newStream();
    BlockingQueue<ImageEvent> events = new LinkedBlockingQueue<>();
    try (Child driver = DriverProgram.start(directory.resolve("driver"));
        AeronNode node = AeronNode.external(directory.resolve("driver"));
        AeronPublisher<String> in =
            node.<String>publisher(Texts.READER).onImage(events::add).open(channel, stream)) {
      Collecting collecting = new Collecting(100);
      in.subscribe(collecting);
      Map<String, Integer> counts = new HashMap<>();
      for (int id = 0; id < SENDERS; id++) {
        try (Child sender = SenderProgram.start(directory.resolve("driver"), channel, stream, id)) {
          for (int i = 0; i < SOME; i++) {
            verify(collecting.next(), counts);
            collecting.subscription().request(1);
          }
          sender.kill();
        }
        while (in.stats().gone() <= id) {
          String item = collecting.items.poll();
          if (item == null) {
            Thread.onSpinWait();
          } else {
            verify(item, counts);
            collecting.subscription().request(1);
          }
        }
        assertTrue(Await.next(events).isAvailable());
        assertTrue(!Await.next(events).isAvailable());
      }
      assertEquals(SENDERS * SenderProgram.THREADS, counts.size());
      assertEquals(0, collecting.overlaps.get());
      assertEquals(SENDERS, in.stats().available());
      assertTrue(driver.process().isAlive());
    }
  }

  private static void verify(String item, Map<String, Integer> counts) {
    int colon = item.indexOf(':');
    String name = item.substring(0, colon);
    int expected = counts.merge(name, 1, Integer::sum) - 1;
    assertEquals(name + ":" + expected + "x".repeat(expected % 3_000), item);
  }

  /** The streams end, and account for each item; streams over another driver go on. */
  @Test
  void theDriverIsKilled() throws Exception {
    List<String> discarded = new CopyOnWriteArrayList<>();
    List<Throwable> dropped = new CopyOnWriteArrayList<>();
    Collecting collecting = new Collecting(1);
    long accepted = 0;
    try (Child driver = DriverProgram.start(directory.resolve("first"));
        Aeron aeron = connect(directory.resolve("first"));
        AeronNode node = AeronNode.of(aeron)) {
      int stream = Nodes.newStream();
      AeronPublisher<String> in =
          node.<String>publisher(Texts.READER).open("aeron:ipc?term-length=64k", stream);
      AeronSubscriber<String> out =
          node.<String>subscriber(Texts.WRITER)
              .queue(64)
              .onDiscard(discarded::add)
              .onErrorDropped(dropped::add)
              .open("aeron:ipc?term-length=64k", stream);
      in.subscribe(collecting);
      while (out.stats().backPressured() == 0 && out.failure() == null) { // nobody takes more
        accepted += out.tryEmit("x".repeat(900)).isAccepted() ? 1 : 0;
      }
      driver.kill();
      assertTrue(out.awaitClosed(Await.LONG));
      assertTrue(in.awaitClosed(Await.LONG));
      collecting.subscription().request(1);
      collecting.awaitEnd();
      assertInstanceOf(IllegalStateException.class, collecting.error);
      assertInstanceOf(NotSentException.class, out.failure());
      assertEquals(List.of(out.failure()), dropped);
      assertEquals(accepted, out.stats().sent() + discarded.size(), () -> "" + out.stats());
      assertEquals(0, out.stats().waiting());
    }
    Collecting next = new Collecting(1);
    int stream = Nodes.newStream();
    try (Child driver = DriverProgram.start(directory.resolve("second"));
        AeronNode node = AeronNode.external(directory.resolve("second"));
        AeronPublisher<String> in = node.<String>publisher(Texts.READER).open("aeron:ipc", stream);
        AeronSubscriber<String> out =
            node.<String>subscriber(Texts.WRITER).open("aeron:ipc", stream)) {
      in.subscribe(next);
      out.tryEmit("again");
      assertEquals("again", next.next());
      assertTrue(driver.process().isAlive());
    }
  }

  /** A client that notices within seconds that the driver is dead. */
  private static Aeron connect(Path directory) {
    return Aeron.connect(
        new Aeron.Context()
            .aeronDirectoryName(directory.toString())
            .driverTimeoutMs(Duration.ofSeconds(4).toMillis())
            .errorHandler(lost -> {}));
  }
}
