package org.reactiveserializer.io.datagram;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The methods of a channel that transfer datagrams, and the wait for it. Tests replace them: they
 * cannot make the system fail.
 */
interface SocketIo {
  /** See {@link DatagramChannel#receive}. */
  @Nullable SocketAddress receive(ByteBuffer target) throws IOException;

  /** See {@link DatagramChannel#send}. */
  int send(ByteBuffer payload, SocketAddress address) throws IOException;

  /**
   * Waits until the channel is ready or the selector is woken, at most so long; 0: does not wait.
   * See {@link Selector#select(Consumer, long)}.
   */
  default void select(Selector selector, Consumer<SelectionKey> ready, long millis)
      throws IOException {
    if (millis > 0) {
      selector.select(ready, millis);
    } else {
      selector.selectNow(ready);
    }
  }

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
