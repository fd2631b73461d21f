package org.reactiveserializer.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.util.internal.logging.InternalLoggerFactory;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server that has no file descriptors left ({@code EMFILE}): Netty pauses accepting, and resumes. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DescriptorsTest {
  private static final int CLIENTS =
      250; // some are accepted, and 128 wait where the system allows no more
  private static final int LIMIT = 200;

  @Test
  void whoWaitsToBeAcceptedIsServedWhenOthersLeave() throws Exception {
    Process process = server();
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      int port = Integer.parseInt(output.readLine());
      List<Server.Client> clients = new ArrayList<>();
      try {
        for (int i = 0; i < CLIENTS; i++) {
          Server.Client client =
              new Server.Client(new Socket(InetAddress.getLoopbackAddress(), port));
          clients.add(client);
          client.send(i);
        }
        for (int i = 0;
            i < CLIENTS;
            i++) { // they are accepted in the order in which they connected
          assertEquals(i, clients.get(i).receive());
          clients.get(i).close();
        }
      } finally {
        for (Server.Client client : clients) {
          client.close();
        }
      }
      process.getOutputStream().close();
      int most = Integer.parseInt(output.readLine());
      assertTrue(
          most < LIMIT, () -> most + " channels at a time, with at most " + LIMIT + " descriptors");
      assertEquals(0, process.waitFor());
    } finally {
      process.destroyForcibly();
    }
  }

  private static Process server() throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String limited = "ulimit -n " + LIMIT + " && exec \"$0\" \"$@\"";
    return new ProcessBuilder(
            "sh",
            "-c",
            limited,
            java,
            "-cp",
            System.getProperty("java.class.path"),
            DescriptorsTest.class.getName())
        .redirectError(ProcessBuilder.Redirect.DISCARD) // Netty logs each pause
        .start();
  }

  /** Serves until the input ends; then prints how many channels there were at most. */
  public static void main(String[] args) throws Exception {
    ChannelStream<ByteBuf> stream = ChannelStream.frames(64).open();
    int[] most = new int[1];
    stream.subscribe(
        new Collecting(Long.MAX_VALUE) {
          @Override
          void accept(Received<ByteBuf> received) {
            most[0] = Math.max(most[0], stream.stats().channels());
            if (!received.reply(received.message()).isAccepted()) {
              received.release();
            }
          }
        });
    try (Server server = new Server(stream.initializer())) {
      // All classes and the time zones of the log are loaded while there are descriptors.
      InternalLoggerFactory.getInstance(DescriptorsTest.class).warn("first", new IOException());
      try (Server.Client first = server.connect()) {
        first.send(0);
        first.receive();
      }
      System.out.println(server.port());
      while (System.in.read() >= 0) {
        // Until the test ends.
      }
      System.out.println(most[0]);
    }
  }
}
