package org.reactiveserializer.io.internal.datagram;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.foreign.NativeFunction;

/**
 * The functions of Linux that receive several datagrams at once, and that find the socket of a
 * channel: the JDK does not tell its descriptor.
 *
 * <p><b>How a socket is found.</b> The descriptors of all sockets of the process are listed. Then an
 * option of the channel ({@code SO_BROADCAST}) is switched on and off, before anybody else uses the
 * channel. The socket is the one that shows the same. Only a duplicate of its descriptor is used. It
 * belongs to this class, so nobody else closes it: a descriptor that is closed may become that of
 * another file.
 */
final class LinuxSockets {
  /** The system property that turns this {@code off}. */
  static final String PROPERTY = "org.reactiveserializer.io.batches";

  private static final List<Boolean> MARKS = List.of(true, false, true);

  /** Null where it cannot be had: before JDK 22, without native access, not on 64-bit Linux. */
  static final @Nullable LinuxSockets OF_THIS_PROCESS = find();

  private static final int SOL_SOCKET = 1;
  private static final int SO_BROADCAST = 6;
  private static final int MSG_DONTWAIT = 0x40;
  private static final int F_DUPFD_CLOEXEC = 1030;
  private static final int FIRST_AFTER_STANDARD_FILES = 3;
  private static final int NONE = -1;

  private final MethodHandle recvmmsg;
  private final MethodHandle getsockopt;
  private final MethodHandle fcntl;
  private final MethodHandle close;

  // The value of an option, and its size. Guarded by this.
  private final ByteBuffer option = ByteBuffer.allocateDirect(8).order(ByteOrder.nativeOrder());
  private final long optionAddress = NativeFunction.address(option);

  private LinuxSockets() throws ReflectiveOperationException {
    NativeFunction functions = new NativeFunction();
    String number = "JAVA_INT";
    String pointer = "JAVA_LONG";
    recvmmsg = functions.function("recvmmsg", number, number, pointer, number, number, pointer);
    getsockopt = functions.function("getsockopt", number, number, number, number, pointer, pointer);
    fcntl = functions.variadic("fcntl", 2, number, number, number, number);
    close = functions.function("close", number, number);
  }

  private static @Nullable LinuxSockets find() {
    String system = System.getProperty("os.name") + " " + System.getProperty("os.arch");
    boolean is64BitLinux = system.equals("Linux amd64") || system.equals("Linux aarch64");
    try {
      if (!is64BitLinux
          || System.getProperty(PROPERTY, "on").equals("off")
          || !NativeFunction.exists()
          || !NativeFunction.isAllowed()) {
        return null;
      }
      return new LinuxSockets();
    } catch (Throwable refused) { // also without memory: one by one works
      return null;
    }
  }

  /**
   * Returns a new descriptor of the channel's socket, which the caller must {@link #close}; -1 if
   * the socket cannot be found.
   */
  synchronized int duplicate(DatagramChannel channel) throws IOException {
    Boolean before = channel.getOption(StandardSocketOptions.SO_BROADCAST);
    try {
      return duplicateOfMarked(channel);
    } finally {
      try {
        channel.setOption(StandardSocketOptions.SO_BROADCAST, before);
      } catch (ClosedChannelException closed) {
        // By somebody else: the reading thread will notice it, and close the duplicate.
      }
    }
  }

  private int duplicateOfMarked(DatagramChannel channel) throws IOException {
    Map<Integer, Long> candidates = OwnSockets.inodesByDescriptor();
    for (Boolean mark : MARKS) {
      channel.setOption(StandardSocketOptions.SO_BROADCAST, mark);
      candidates.keySet().removeIf(candidate -> isMarked(candidate) != mark);
    }
    if (Set.copyOf(candidates.values()).size() != 1) { // one socket may have several descriptors
      return NONE;
    }
    int own = duplicate(candidates.keySet().iterator().next());
    boolean isFound = false;
    try {
      // That descriptor may have been closed and reused meanwhile.
      isFound = own != NONE && showsMarks(own, channel);
      return isFound ? own : NONE;
    } finally {
      if (!isFound && own != NONE) {
        close(own);
      }
    }
  }

  private boolean showsMarks(int descriptor, DatagramChannel channel) throws IOException {
    for (Boolean mark : MARKS) {
      channel.setOption(StandardSocketOptions.SO_BROADCAST, mark);
      if (isMarked(descriptor) != mark) {
        return false;
      }
    }
    return true;
  }

  private boolean isMarked(int descriptor) {
    option.putInt(0, 0).putInt(Integer.BYTES, Integer.BYTES);
    try {
      int result =
          (int)
              getsockopt.invokeExact(
                  descriptor,
                  SOL_SOCKET,
                  SO_BROADCAST,
                  optionAddress,
                  optionAddress + Integer.BYTES);
      return result == 0 && option.getInt(0) != 0;
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  private int duplicate(int descriptor) {
    try {
      return (int) fcntl.invokeExact(descriptor, F_DUPFD_CLOEXEC, FIRST_AFTER_STANDARD_FILES);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  void close(int descriptor) {
    try {
      int ignored = (int) close.invokeExact(descriptor);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /**
   * Receives up to {@code n} datagrams, and does not wait for any. Returns how many; -1 if there is
   * none, or after an error.
   *
   * @param headers the address of {@code n} structures {@code mmsghdr}
   */
  int receive(int descriptor, long headers, int n) {
    try {
      return (int) recvmmsg.invokeExact(descriptor, headers, n, MSG_DONTWAIT, 0L);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  private static RuntimeException unexpected(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    return thrown instanceof RuntimeException exception
        ? exception
        : new IllegalStateException("a function of the system threw", thrown);
  }
}
