package org.reactiveserializer.io.datagram;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.io.internal.datagram.BatchReceiver;

/**
 * Receives several datagrams by one system call where the system can do that, otherwise one by one;
 * and sends one by one. A connected channel reports errors of its peer, which must be counted: so it
 * receives one by one, too.
 */
final class BatchIo implements SocketIo {
  private final DatagramChannel channel;
  private final SocketIo oneByOne;
  private final int longest;

  // Accessed by the reading thread only, after it has started.
  private @Nullable BatchReceiver batches;
  private boolean isReceiving;

  /**
   * Creates a way to use a channel.
   *
   * @param longest how many bytes of a datagram are received
   */
  BatchIo(DatagramChannel channel, int longest) {
    this.channel = channel;
    this.oneByOne = SocketIo.of(channel);
    this.longest = longest;
  }

  @Override
  public void open() {
    batches = channel.isConnected() ? null : BatchReceiver.of(channel, longest);
    Log.debug(
        channel
            + " receives "
            + (batches == null ? "one datagram" : "a batch")
            + " by each system call",
        null);
  }

  @Override
  public @Nullable SocketAddress receive(ByteBuffer target) throws IOException {
    BatchReceiver receiver = batches;
    if (receiver == null) {
      return oneByOne.receive(target);
    }
    if (receiver.hasNext()) {
      return receiver.next(target);
    }
    if (channel.isConnected()) { // by somebody else, meanwhile
      close();
      return oneByOne.receive(target);
    }
    if (receiver.fill()) {
      isReceiving = true;
      return receiver.next(target);
    }
    if (isReceiving) { // it worked just now, so the socket is empty; otherwise it will soon be
      // ready
      isReceiving = false;
      return null;
    }
    return oneByOne.receive(target); // which throws what is wrong
  }

  @Override
  public int send(ByteBuffer payload, SocketAddress address) throws IOException {
    return oneByOne.send(payload, address);
  }

  @Override
  public boolean holdsDatagrams() {
    return batches != null && batches.hasNext();
  }

  @Override
  public void close() {
    BatchReceiver receiver = batches;
    batches = null;
    if (receiver != null) {
      receiver.close();
    }
  }
}
