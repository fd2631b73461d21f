package org.reactiveserializer.benchmarks.io.loss;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.benchmarks.io.Threads;

/** Receivers over a {@link DatagramSocket}, whose thread blocks in {@code receive}. */
public final class Sockets {
  private static final int ROOM = 2048;
  private static final long EMPTY_NANOS = 50_000;

  private Sockets() {}

  /** The default receive buffer; the thread that receives counts. */
  public static final class DefaultBuffer extends Counting {
    public DefaultBuffer() {
      super(0);
    }
  }

  /** A receive buffer of four megabytes; the thread that receives counts. */
  public static final class LargeBuffer extends Counting {
    public LargeBuffer() {
      super(BUFFER);
    }
  }

  /**
   * What many people write first: a queue without a bound, whose size is checked for each datagram.
   */
  public static final class SizeCheck extends Queueing {
    private final Queue<byte[]> queue = new ConcurrentLinkedQueue<>();

    public SizeCheck() {
      super(0);
    }

    @Override
    void put(byte[] datagram) {
      if (queue.size() < CAPACITY) {
        queue.add(datagram);
      }
    }

    @Override
    byte @Nullable [] take() {
      return queue.poll();
    }
  }

  /** A blocking queue with a bound, which drops what it has no room for. */
  public static final class ArrayQueue extends Queueing {
    private final BlockingQueue<byte[]> queue = new ArrayBlockingQueue<>(CAPACITY);

    public ArrayQueue() {
      super(BUFFER);
    }

    @Override
    void put(byte[] datagram) {
      queue.offer(datagram); // drops
    }

    @Override
    byte @Nullable [] take() throws InterruptedException {
      return queue.take();
    }
  }

  /** A socket and the thread that receives. */
  private abstract static class Socket implements Receiver {
    private final int buffer;
    private @Nullable DatagramSocket socket;

    Socket(int buffer) {
      this.buffer = buffer;
    }

    int open(Consumer<DatagramPacket> consumer) throws IOException {
      DatagramSocket opened =
          new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      socket = opened;
      if (buffer > 0) {
        opened.setReceiveBufferSize(buffer);
      }
      Threads.start(
          "receiver",
          () -> {
            DatagramPacket packet = new DatagramPacket(new byte[ROOM], ROOM);
            while (!opened.isClosed()) {
              packet.setLength(ROOM);
              opened.receive(packet);
              consumer.accept(packet);
            }
          });
      return opened.getLocalPort();
    }

    @Override
    public void close() {
      if (socket != null) {
        socket.close();
      }
    }
  }

  /** The thread that receives counts. */
  private abstract static class Counting extends Socket {
    Counting(int buffer) {
      super(buffer);
    }

    @Override
    public int open(Inbox inbox) throws IOException {
      ByteBuffer[] view = {ByteBuffer.allocate(0)};
      return open(
          packet -> {
            if (view[0].array() != packet.getData()) {
              view[0] = ByteBuffer.wrap(packet.getData());
            }
            inbox.receive(view[0], packet.getLength());
          });
    }
  }

  /** The thread that receives puts a copy into a queue; another thread counts. */
  private abstract static class Queueing extends Socket {
    Queueing(int buffer) {
      super(buffer);
    }

    abstract void put(byte[] datagram);

    abstract byte @Nullable [] take() throws InterruptedException;

    @Override
    public int open(Inbox inbox) throws IOException {
      Threads.start(
          "receiver",
          () -> {
            while (true) {
              byte[] datagram = take();
              if (datagram == null) {
                LockSupport.parkNanos(EMPTY_NANOS);
              } else {
                inbox.receive(ByteBuffer.wrap(datagram), datagram.length);
              }
            }
          });
      return open(packet -> put(Arrays.copyOf(packet.getData(), packet.getLength())));
    }
  }
}
