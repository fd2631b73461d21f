package org.reactiveserializer.io.datagram;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;

/** Sends as much as there is room for. */
final class FullSocket implements SocketIo {
  final List<String> sent = new ArrayList<>();
  int room = Integer.MAX_VALUE;
  boolean closed;
  String failFor = "";
  Runnable whenAsked = () -> {};

  @Override
  public SocketAddress receive(ByteBuffer target) {
    return null;
  }

  @Override
  public int send(ByteBuffer payload, SocketAddress address) throws IOException {
    if (closed) {
      throw new ClosedChannelException();
    }
    whenAsked.run();
    if (room == 0) {
      return 0;
    }
    String text = Peer.text(payload.duplicate());
    if (text.equals(failFor)) {
      throw new IOException("no route");
    }
    room--;
    sent.add(text);
    int n = payload.remaining();
    payload.position(payload.limit());
    return n;
  }
}
