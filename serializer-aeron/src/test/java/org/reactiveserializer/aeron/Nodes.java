package org.reactiveserializer.aeron;

import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.SocketException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** One embedded media driver for all tests of this process. */
final class Nodes {
  static final AeronNode NODE = AeronNode.embedded();

  /** So that other processes that run these tests have others. */
  private static final AtomicInteger STREAMS =
      new AtomicInteger(ThreadLocalRandom.current().nextInt(1 << 30));

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(NODE::close));
  }

  private Nodes() {}

  /** Returns a channel with a port that nobody uses, in place of {@code PORT}. */
  static String channel(String pattern) {
    try (DatagramSocket socket = new DatagramSocket(0)) {
      return pattern.replace("PORT", Integer.toString(socket.getLocalPort()));
    } catch (SocketException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Returns a stream that no other test uses. */
  static int newStream() {
    return STREAMS.incrementAndGet();
  }
}
