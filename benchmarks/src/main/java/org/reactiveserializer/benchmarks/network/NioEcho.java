package org.reactiveserializer.benchmarks.network;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.reactiveserializer.benchmarks.io.Threads;

/** One thread, and a selector for all connections. */
public final class NioEcho implements EchoServer {
  private static final int ROOM = 8 * Frame.WHOLE;

  private final Selector selector;
  private final ServerSocketChannel server;

  /** Creates a server that does not serve so far. */
  public NioEcho() throws IOException {
    selector = Selector.open();
    server = ServerSocketChannel.open();
  }

  @Override
  public int open() throws IOException {
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
    server.configureBlocking(false);
    server.register(selector, SelectionKey.OP_ACCEPT);
    Threads.start(
        "echo",
        () -> {
          while (server.isOpen()) {
            selector.select(this::serve);
          }
        });
    return ((InetSocketAddress) server.getLocalAddress()).getPort();
  }

  private void serve(SelectionKey key) {
    try {
      if (key.attachment() instanceof Connection connection) {
        connection.serve();
      } else {
        accept();
      }
    } catch (IOException reset) {
      close(key);
    }
  }

  private void accept() throws IOException {
    SocketChannel channel = server.accept();
    if (channel != null) {
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
      key.attach(new Connection(channel, key));
    }
  }

  private static void close(SelectionKey key) {
    try {
      key.channel().close();
    } catch (IOException closed) {
      // It is.
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    selector.close();
  }

  /** Answers whole frames. While the client does not read, it reads nothing. */
  private static final class Connection {
    private final SocketChannel channel;
    private final SelectionKey key;
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(ROOM);
    private int unsent; // bytes of whole frames, at the beginning

    Connection(SocketChannel channel, SelectionKey key) {
      this.channel = channel;
      this.key = key;
    }

    void serve() throws IOException {
      if (channel.read(bytes) < 0) {
        channel.close();
        return;
      }
      bytes.flip();
      int end = bytes.limit();
      bytes.limit(end - (end - unsent) % Frame.WHOLE);
      channel.write(bytes);
      unsent = bytes.remaining();
      bytes.limit(end);
      bytes.compact();
      int ops = unsent > 0 ? SelectionKey.OP_WRITE : SelectionKey.OP_READ;
      if (key.interestOps() != ops) {
        key.interestOps(ops);
      }
    }
  }
}
