package org.reactiveserializer.io.datagram;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.reactiveserializer.testing.Await;

/**
 * A process that sends datagrams on command. It ends when its input ends, so also when this process
 * is gone.
 */
final class SenderProcess implements AutoCloseable {
  private final Process process;
  private final PrintStream commands;
  private final BufferedReader answers;
  private long sent;

  SenderProcess(InetSocketAddress target) {
    try {
      process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx64m",
                  "-XX:+UseSerialGC",
                  "-cp",
                  System.getProperty("java.class.path"),
                  SenderProcess.class.getName(),
                  Integer.toString(target.getPort()))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    commands = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /**
   * Sends {@code n} datagrams of {@code size} bytes as fast as it can, and returns when they are
   * sent.
   */
  void send(int n, int size) {
    commands.println(n + " " + size);
    try {
      if (!"sent".equals(answers.readLine())) {
        throw new AssertionError("the sender has failed");
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    sent += n;
  }

  /** Returns how many datagrams were sent so far. */
  long sent() {
    return sent;
  }

  @Override
  public void close() {
    commands.close();
    try {
      if (!process.waitFor(Await.LONG.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("the sender did not end");
      }
    } catch (InterruptedException interrupted) {
      process.destroyForcibly();
      throw new AssertionError(interrupted);
    }
  }

  public static void main(String[] args) throws IOException {
    BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    InetSocketAddress target = Peer.loopback(Integer.parseInt(args[0]));
    try (DatagramChannel channel = DatagramChannel.open()) {
      for (String line = commands.readLine(); line != null; line = commands.readLine()) {
        String[] words = line.split(" ");
        ByteBuffer payload = ByteBuffer.allocateDirect(Integer.parseInt(words[1]));
        for (int n = Integer.parseInt(words[0]); n > 0; n--) {
          channel.send(payload.clear(), target);
        }
        System.out.println("sent");
      }
    }
  }
}
