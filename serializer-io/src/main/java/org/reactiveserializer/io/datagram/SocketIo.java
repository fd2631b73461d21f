package org.reactiveserializer.io.datagram;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import org.jspecify.annotations.Nullable;

/**
 * The methods of a channel that transfer datagrams. Tests replace them: they cannot make the system
 * fail.
 */
interface SocketIo {
  /** See {@link DatagramChannel#receive}. */
  @Nullable SocketAddress receive(ByteBuffer target) throws IOException;

  /** See {@link DatagramChannel#send}. */
  int send(ByteBuffer payload, SocketAddress address) throws IOException;

  static SocketIo of(DatagramChannel channel) {
    return new SocketIo() {
      @Override
      public @Nullable SocketAddress receive(ByteBuffer target) throws IOException {
        return channel.receive(target);
      }

      @Override
      public int send(ByteBuffer payload, SocketAddress address) throws IOException {
        return channel.send(payload, address);
      }
    };
  }
}
