package org.reactiveserializer.io.internal.datagram;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.DatagramChannel;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.foreign.NativeFunction;

/**
 * Takes up to {@value #MOST} datagrams from a socket by one system call, {@code recvmmsg(2)}, into
 * memory of its own, from which they are copied one by one. To copy a datagram costs a small part of
 * what a system call costs. By one thread.
 */
public final class BatchReceiver {
  private static final int MOST = 32;
  private static final int MOST_BYTES = 1 << 20;

  // struct mmsghdr of 64-bit Linux, and the offsets of its parts.
  private static final int HEADER = 64;
  private static final int NAME = 0;
  private static final int NAME_LENGTH = 8;
  private static final int VECTOR = 16;
  private static final int VECTOR_COUNT = 24;
  private static final int RECEIVED = 56;

  // struct iovec.
  private static final int IOVEC = 16;
  private static final int IOVEC_LENGTH = 8;

  private final LinuxSockets system;
  private final int descriptor;
  private final int longest;
  private final int most;
  private final ByteBuffer payloads;
  private final ByteBuffer control; // headers, vectors, names
  private final long headers;
  private final int names;
  private final SenderAddresses senders = new SenderAddresses();

  private int next;
  private int end;

  private BatchReceiver(LinuxSockets system, int descriptor, int longest)
      throws ReflectiveOperationException {
    this.system = system;
    this.descriptor = descriptor;
    this.longest = longest;
    this.most = Math.max(1, Math.min(MOST, MOST_BYTES / longest));
    this.payloads = ByteBuffer.allocateDirect(most * longest);
    this.names = most * (HEADER + IOVEC);
    this.control =
        ByteBuffer.allocateDirect(names + most * SenderAddresses.SIZE)
            .order(ByteOrder.nativeOrder());
    this.headers = NativeFunction.address(control);
    long payload = NativeFunction.address(payloads);
    for (int i = 0; i < most; i++) {
      int header = i * HEADER;
      int vector = most * HEADER + i * IOVEC;
      control.putLong(header + NAME, headers + nameOf(i));
      control.putLong(header + VECTOR, headers + vector);
      control.putLong(header + VECTOR_COUNT, 1);
      control.putLong(vector, payload + (long) i * longest);
      control.putLong(vector + IOVEC_LENGTH, longest);
    }
  }

  /**
   * Returns a receiver for a channel that nobody else uses yet; null if the system has no such call,
   * or it cannot be used. It must be {@linkplain #close closed}.
   *
   * @param longest how many bytes of a datagram are received; the rest is cut off
   */
  public static @Nullable BatchReceiver of(DatagramChannel channel, int longest) {
    boolean isOfJdk = channel.getClass().getModule() == Object.class.getModule();
    return isOfJdk && Trial.SUCCEEDED ? create(channel, longest) : null;
  }

  private static @Nullable BatchReceiver create(DatagramChannel channel, int longest) {
    LinuxSockets system = LinuxSockets.OF_THIS_PROCESS;
    if (system == null) {
      return null;
    }
    int descriptor = -1;
    try {
      descriptor = system.duplicate(channel);
      return descriptor < 0 ? null : new BatchReceiver(system, descriptor, longest);
    } catch (Throwable refused) { // also without memory: to receive one by one needs none
      if (descriptor >= 0) {
        system.close(descriptor);
      }
      return null;
    }
  }

  /** Makes the {@link Trial}, which takes some time, before the first datagrams arrive. */
  public static void prepare() {
    boolean ignored = Trial.SUCCEEDED;
  }

  /** Returns whether {@link #next} returns another datagram. */
  public boolean hasNext() {
    return next < end;
  }

  /**
   * Takes what there is. Returns false if there is nothing, or the system reports an error: then the
   * channel must be asked, which knows what it was.
   */
  public boolean fill() {
    for (int i = 0; i < most; i++) {
      control.putInt(i * HEADER + NAME_LENGTH, SenderAddresses.SIZE); // it was overwritten
    }
    next = 0;
    end = Math.max(0, system.receive(descriptor, headers, most));
    return end > 0;
  }

  /** Copies the next datagram into {@code target}, and returns its sender. */
  public InetSocketAddress next(ByteBuffer target) {
    int length = control.getInt(next * HEADER + RECEIVED);
    int position = target.position();
    target.put(position, payloads, next * longest, length);
    InetSocketAddress sender = senders.at(control, nameOf(next));
    next++; // last: without memory for the address, it can be had later
    target.position(position + length);
    return sender;
  }

  private int nameOf(int i) {
    return names + i * SenderAddresses.SIZE;
  }

  /** Gives up the socket. Nothing may be called afterwards. */
  public void close() {
    system.close(descriptor);
  }

  /**
   * Sends datagrams to this process itself, and receives them. A sandbox may forbid the call without
   * saying so. And the code of this class is loaded and linked then.
   */
  private static final class Trial {
    static final boolean SUCCEEDED = succeeds();

    private static final int ROUNDS = 50;

    private static boolean succeeds() {
      if (LinuxSockets.OF_THIS_PROCESS == null) {
        return false;
      }
      try (DatagramChannel channel = DatagramChannel.open()) {
        channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        channel.configureBlocking(false);
        BatchReceiver receiver = create(channel, 1);
        try {
          return receiver != null && receives(channel, receiver);
        } finally {
          if (receiver != null) {
            receiver.close();
          }
        }
      } catch (Throwable refused) {
        return false;
      }
    }

    private static boolean receives(DatagramChannel channel, BatchReceiver receiver)
        throws IOException {
      SocketAddress own = channel.getLocalAddress();
      ByteBuffer datagram = ByteBuffer.allocateDirect(1);
      for (int i = 0; i < ROUNDS; i++) {
        channel.send(datagram.clear(), own);
        if (!receiver.fill() || !receiver.next(datagram.clear()).equals(own)) {
          return false;
        }
      }
      return true;
    }
  }
}
