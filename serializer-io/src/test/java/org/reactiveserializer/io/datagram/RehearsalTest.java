package org.reactiveserializer.io.datagram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.io.support.Await;
import org.reactiveserializer.Overflow;

/**
 * The first source of a process: its code is ready before it can get a datagram, and nothing shows
 * that.
 */
class RehearsalTest {
  private static String outputOf(String mode) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-Xlog:class+load",
                "-cp",
                System.getProperty("java.class.path"),
                RehearsalTest.class.getName(),
                mode)
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(Await.LONG.toSeconds(), TimeUnit.SECONDS));
    assertEquals(0, process.exitValue(), output);
    return output;
  }

  @Test
  void theCodeIsReadyBeforeThereIsASocket() throws IOException, InterruptedException {
    String output = outputOf("bind");
    int socket = output.indexOf(" sun.nio.ch.DatagramChannelImpl ");
    assertTrue(socket > 0, output);
    for (String type : List.of("Datagram", "Intake", "SendLane", "SendResult")) {
      int loaded = output.indexOf(" org.reactiveserializer.io.datagram." + type + " ");
      assertTrue(loaded > 0 && loaded < socket, type + " is loaded when there are datagrams");
    }
  }

  @Test
  void thereIsNoSocketInIt() throws IOException, InterruptedException {
    String output = outputOf("rehearse");
    assertTrue(output.contains(" org.reactiveserializer.io.datagram.Datagram "), output);
    assertFalse(output.contains(" sun.nio.ch.DatagramChannelImpl "), "there is a socket");
  }

  /** Nothing shows it. */
  public static void main(String[] args) throws Exception {
    if (args[0].equals("rehearse")) {
      Rehearsal.once();
      return;
    }
    Set<String> threads = threads();
    DatagramSource[] opened = new DatagramSource[1];
    List<String> logged =
        LogRecords.during(
            () ->
                opened[0] =
                    DatagramSource.bounded(4, Overflow.DROP_NEWEST)
                        .receiveBuffer(10_000)
                        .leakCheck()
                        .bind(Peer.loopback(0)));
    assertEquals(List.of(), logged);
    try (DatagramSource source = opened[0]) {
      DatagramStats stats = source.stats();
      assertEquals(0, stats.received() + stats.delivered() + stats.sent() + stats.held() + stats.leaked());
      assertEquals(Account.byKernel(0), stats.droppedByKernel());
      threads.add("datagrams-" + source.localAddress().getPort() + "-0");
      assertEquals(threads, threads());
    }
  }

  private static Set<String> threads() {
    Set<String> names = new TreeSet<>();
    Thread.getAllStackTraces().keySet().forEach(thread -> names.add(thread.getName()));
    return names;
  }
}
