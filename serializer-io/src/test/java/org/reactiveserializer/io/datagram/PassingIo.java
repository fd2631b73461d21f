package org.reactiveserializer.io.datagram;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Passes each call on to another socket; a test overrides what shall be different. */
class PassingIo implements SocketIo {
  private final SocketIo io;

  PassingIo(SocketIo io) {
    this.io = io;
  }

  @Override
  public @Nullable SocketAddress receive(ByteBuffer target) throws IOException {
    return io.receive(target);
  }

  @Override
  public int send(ByteBuffer payload, SocketAddress address) throws IOException {
    return io.send(payload, address);
  }

  @Override
  public void select(Selector selector, Consumer<SelectionKey> ready, long millis)
      throws IOException {
    io.select(selector, ready, millis);
  }
}
