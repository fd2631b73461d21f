package org.reactiveserializer.benchmarks.network;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.reactiveserializer.benchmarks.FaultyDeliveryException;

/**
 * Connections to a server, each with one request under way at most. One thread runs all. Each
 * answer is compared with its request.
 */
final class Client implements Closeable {
  private static final long PATIENCE_NANOS = 20_000_000_000L;

  private final Selector selector = Selector.open();
  private final List<Connection> connections = new ArrayList<>();
  private long answers;
  private long lastAnswer = System.nanoTime();

  Client(int port, int count) throws IOException {
    InetSocketAddress server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    for (int i = 0; i < count; i++) {
      connections.add(new Connection(i, server, selector));
    }
  }

  /** What to do with a connection that has got its answer. */
  interface Answered {
    void by(Connection connection) throws IOException;
  }

  List<Connection> connections() {
    return connections;
  }

  /** Returns how many answers have arrived. */
  long answers() {
    return answers;
  }

  /** Waits for answers, at most so long. Complains if there is none for a long time. */
  void await(long millis, Answered answered) throws IOException {
    long before = answers;
    int keys = selector.select(key -> read((Connection) key.attachment(), answered), millis);
    if (keys > 0 && answers > before) {
      lastAnswer = System.nanoTime();
    } else if (System.nanoTime() - lastAnswer > PATIENCE_NANOS) {
      throw new FaultyDeliveryException("no answer arrived any more, after " + answers);
    }
  }

  private void read(Connection connection, Answered answered) {
    try {
      if (connection.read()) {
        answers++;
        answered.by(connection);
      }
    } catch (IOException failed) {
      throw new FaultyDeliveryException("a connection failed: " + failed);
    }
  }

  @Override
  public void close() throws IOException {
    for (Connection connection : connections) {
      connection.channel.setOption(StandardSocketOptions.SO_LINGER, 0); // its port is free at once
      connection.channel.close();
    }
    selector.close();
  }

  /** A connection. The frames of each have numbers of its own. */
  static final class Connection {
    private final SocketChannel channel;
    private final ByteBuffer request = ByteBuffer.allocateDirect(Frame.WHOLE);
    private final ByteBuffer answer = ByteBuffer.allocateDirect(Frame.WHOLE);
    private long number;

    Connection(int first, InetSocketAddress server, Selector selector) throws IOException {
      number = (long) first << Integer.SIZE;
      channel = SocketChannel.open(server);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_READ, this);
    }

    /** Sends a request. */
    void send() throws IOException {
      Frame.put(request, ++number);
      while (request.hasRemaining()) {
        channel.write(request);
      }
    }

    /** Returns whether the answer is complete. */
    private boolean read() throws IOException {
      if (channel.read(answer) < 0) {
        throw new FaultyDeliveryException("the server has closed a connection");
      }
      if (answer.hasRemaining()) {
        return false;
      }
      if (!Frame.is(answer, number)) {
        throw new FaultyDeliveryException("a wrong answer to request " + number);
      }
      answer.clear();
      return true;
    }
  }
}
