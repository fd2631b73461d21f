package org.reactiveserializer.benchmarks.io.answers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.benchmarks.io.Threads;

/** Servers with a fault each. */
public abstract class FaultyServer implements Server {
  private @Nullable DatagramChannel channel;
  private int count;

  /** Replaces nothing. */
  public static final class Echoing extends FaultyServer {
    @Override
    ByteBuffer answer(ByteBuffer request, int count) {
      return request;
    }
  }

  /** Mixes two answers. */
  public static final class Tearing extends FaultyServer {
    @Override
    ByteBuffer answer(ByteBuffer request, int count) {
      ByteBuffer out = replaced(request);
      return count % 2 == 0 ? out.put(out.limit() - 1, (byte) '?') : out;
    }
  }

  /** Answers each request twice. */
  public static final class Duplicating extends FaultyServer {
    @Override
    ByteBuffer answer(ByteBuffer request, int count) {
      return replaced(request);
    }

    @Override
    int copies(int count) {
      return 2;
    }
  }

  /** Answers nine requests of ten. */
  public static final class Losing extends FaultyServer {
    @Override
    ByteBuffer answer(ByteBuffer request, int count) {
      return replaced(request);
    }

    @Override
    int copies(int count) {
      return count % 10 == 0 ? 0 : 1;
    }
  }

  abstract ByteBuffer answer(ByteBuffer request, int count);

  int copies(int count) {
    return 1;
  }

  static ByteBuffer replaced(ByteBuffer request) {
    ByteBuffer out = ByteBuffer.allocate(Text.ROOM);
    Text.replace(request, out);
    return out.flip();
  }

  @Override
  public int open() throws Exception {
    DatagramChannel opened = DatagramChannel.open();
    channel = opened;
    opened.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    Threads.start(
        "server",
        () -> {
          while (opened.isOpen()) {
            ByteBuffer in = ByteBuffer.allocate(Text.ROOM);
            SocketAddress sender = opened.receive(in);
            ByteBuffer out = answer(in.flip(), ++count);
            for (int i = 0; i < copies(count); i++) {
              opened.send(out.duplicate(), sender);
            }
          }
        });
    return ((InetSocketAddress) opened.getLocalAddress()).getPort();
  }

  @Override
  public void close() throws IOException {
    if (channel != null) {
      channel.close();
    }
  }
}
