package org.reactiveserializer.io.datagram;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;

/** A socket at the other end, on the loopback address. It blocks. */
final class Peer implements AutoCloseable {
  private static final int LARGE = 65_507;

  private final DatagramChannel channel;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(LARGE);

  Peer() {
    this(0);
  }

  Peer(int port) {
    try {
      channel = DatagramChannel.open();
      channel.setOption(StandardSocketOptions.SO_SNDBUF, 1 << 20);
      channel.bind(loopback(port));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  static InetSocketAddress loopback(int port) {
    try {
      return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
    } catch (UnknownHostException impossible) {
      throw new AssertionError(impossible);
    }
  }

  int port() {
    return address().getPort();
  }

  InetSocketAddress address() {
    try {
      return loopback(((InetSocketAddress) channel.getLocalAddress()).getPort());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  void send(DatagramSource to, String text) {
    send(to, text.getBytes(StandardCharsets.UTF_8));
  }

  void send(DatagramSource to, byte[] payload) {
    try {
      channel.send(ByteBuffer.wrap(payload), loopback(to.localAddress().getPort()));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Sends the numbers from {@code from} to below {@code to}, each as text. */
  void sendNumbers(DatagramSource source, int from, int to) {
    for (int i = from; i < to; i++) {
      send(source, Integer.toString(i));
    }
  }

  /** Waits for a datagram and returns its text. */
  String receive() {
    try {
      buffer.clear();
      channel.receive(buffer);
      return text(buffer.flip());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  static String text(ByteBuffer payload) {
    return StandardCharsets.UTF_8.decode(payload).toString();
  }

  static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
