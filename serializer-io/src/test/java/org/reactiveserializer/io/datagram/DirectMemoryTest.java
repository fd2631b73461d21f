package org.reactiveserializer.io.datagram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.testing.Await;

/**
 * A process that has less direct memory than the bound would need: it drops, counts, and goes
 * on.
 */
class DirectMemoryTest {
  private static final int SENT = 4_000;

  @Test
  @Tag("thorough")
  void withoutMemoryDatagramsAreDroppedAndCounted() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:MaxDirectMemorySize=2m",
                "-cp",
                System.getProperty("java.class.path"),
                DirectMemoryTest.class.getName())
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(Await.LONG.toSeconds(), TimeUnit.SECONDS));
    assertEquals(0, process.exitValue(), output);
    assertTrue(output.strip().endsWith("as expected"), output);
  }

  /** Ends by itself: its threads are daemons, and each wait has a limit. */
  public static void main(String[] args) throws IOException {
    DatagramSettings settings =
        DatagramSource.bounded(SENT, Overflow.DROP_NEWEST).receiveBuffer(200_000);
    DatagramSource source = settings.bind(Peer.loopback(0));
    try (Peer peer = new Peer()) {
      for (int i = 0; i < SENT; i += 50) {
        peer.sendNumbers(source, i, i + 50);
        Account.awaitReceived(source, i + 50);
      }
      DatagramStats full = source.stats();
      assertTrue(full.droppedByPool() > 0, full::toString);
      assertEquals(SENT, full.waiting() + full.droppedByPool(), full::toString);

      // A reply of the heap needs some: it is sent, or counted. Another source needs some, too.
      source.send(peer.address(), ByteBuffer.wrap(new byte[8_000]));
      assertEquals(1, source.stats().sent() + source.stats().sendsFailed());
      IOException noMemory = assertThrows(IOException.class, () -> settings.bind(Peer.loopback(0)));
      assertTrue(noMemory.getMessage().contains("no memory"), noMemory::toString);

      // What was read before is intact, and its buffers are used again.
      Recorder recorder = new Recorder(Long.MAX_VALUE);
      source.subscribe(recorder);
      recorder.awaitTexts((int) full.waiting());
      for (int i = 0; i < full.waiting(); i++) {
        assertEquals(Integer.toString(i), recorder.texts.get(i));
      }
      peer.send(source, "afterwards");
      recorder.awaitTexts((int) full.waiting() + 1);
      assertEquals(0, source.stats().held());
      source.close();
      recorder.awaitEnd();
      Account.check(source);
    }
    System.out.println("as expected");
  }
}
