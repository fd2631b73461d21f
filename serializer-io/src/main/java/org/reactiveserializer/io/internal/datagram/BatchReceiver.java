package org.reactiveserializer.io.internal.datagram;

import java.io.IOException;
import java.net.InetSocketAddress;
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
   * Returns a receiver for a channel; null if the system has no such call, or it cannot be used. It
   * must be {@linkplain #close closed}.
   *
   * @param longest how many bytes of a datagram are received; the rest is cut off
   */
  public static @Nullable BatchReceiver of(DatagramChannel channel, int longest) {
    LinuxSockets system = LinuxSockets.OF_THIS_PROCESS;
    if (system == null) {
      return null;
    }
    int descriptor = -1;
    try {
      descriptor = system.duplicate(channel);
      return descriptor < 0 ? null : new BatchReceiver(system, descriptor, longest);
    } catch (IOException | ReflectiveOperationException | RuntimeException refused) {
      return giveUp(system, descriptor);
    } catch (OutOfMemoryError noMemory) { // one by one needs none
      return giveUp(system, descriptor);
    }
  }

  private static @Nullable BatchReceiver giveUp(LinuxSockets system, int descriptor) {
    if (descriptor >= 0) {
      system.close(descriptor);
    }
    return null;
  }

  /** Prepares what all receivers of this process use, which takes some time. */
  public static void prepare() {
    LinuxSockets ignored = LinuxSockets.OF_THIS_PROCESS;
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
    int i = next++;
    int length = control.getInt(i * HEADER + RECEIVED);
    int position = target.position();
    target.put(position, payloads, i * longest, length).position(position + length);
    return senders.at(control, nameOf(i));
  }

  private int nameOf(int i) {
    return names + i * SenderAddresses.SIZE;
  }

  /** Gives up the socket. Nothing may be called afterwards. */
  public void close() {
    system.close(descriptor);
  }
}
