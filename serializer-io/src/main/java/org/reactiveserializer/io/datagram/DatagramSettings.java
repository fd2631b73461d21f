package org.reactiveserializer.io.datagram;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.DatagramChannel;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.internal.settings.Check;
import org.reactiveserializer.internal.settings.SettingValues;

/**
 * Immutable settings of a {@link DatagramSource}, which they open. Made by {@link
 * DatagramSource#bounded}. Each method that changes a setting returns other settings. They can be
 * kept in a constant, used by any number of threads, and open any number of sources.
 *
 * <p><b>Memory.</b> A source has, for each socket, outside the heap: at most {@code capacity +
 * maxHeld + 2} buffers of {@code maxPayload + 1} bytes, which are allocated when they are first
 * needed. They are given up when the source is closed, or, if they hold a datagram then, when that
 * is released.
 *
 * <p><b>Log.</b> Warnings and errors go to the {@link System#getLogger} with the name
 * {@code org.reactiveserializer.io}.
 */
public final class DatagramSettings {
  private static final int LONGEST_PAYLOAD = 65_535;

  final Values values; // for the source

  private DatagramSettings(Values values) {
    this.values = values;
  }

  static DatagramSettings of(int capacity, Overflow overflow) {
    Objects.requireNonNull(overflow, "overflow is null");
    if (overflow == Overflow.ERROR) {
      throw new IllegalArgumentException(
          "overflow must be DROP_NEWEST or DROP_OLDEST, was ERROR: senders must not be able to end the stream");
    }
    return new DatagramSettings(new Values(Check.positive(capacity, "capacity"), overflow));
  }

  private DatagramSettings change(Consumer<Values> change) {
    return new DatagramSettings(values.with(change));
  }

  /**
   * Sets how long a payload may be. A longer one is delivered {@linkplain Datagram#isTruncated
   * truncated}. The default is 2,048 bytes.
   *
   * @param length a number of bytes from 1 to 65,535
   * @return these settings with the length changed
   * @throws IllegalArgumentException if the number is not in this range
   */
  public DatagramSettings maxPayload(int length) {
    if (Check.positive(length, "maxPayload") > LONGEST_PAYLOAD) {
      throw new IllegalArgumentException("maxPayload must be at most 65535, was " + length);
    }
    return change(copy -> copy.maxPayload = length);
  }

  /**
   * Sets how many datagrams the subscriber may hold: those that were delivered and are not yet
   * released. If it holds more, new ones may be dropped and counted as {@link
   * DatagramStats#droppedByPool}. The default is 1,024.
   *
   * @param datagrams a positive number
   * @return these settings with the number changed
   * @throws IllegalArgumentException if the number is not positive
   */
  public DatagramSettings maxHeld(int datagrams) {
    Check.positive(datagrams, "maxHeld");
    return change(copy -> copy.maxHeld = datagrams);
  }

  /**
   * Sets how large a receive buffer is requested from the system, for each socket. This buffer
   * holds the datagrams that arrive while the reading thread does not run. The kernel drops those
   * that do not fit. The system may grant less than was requested: then {@link #bind} logs a
   * warning, and {@link DatagramSource#stats} has both numbers. The default is 4 MiB. Linux grants
   * 212,992 bytes if {@code net.core.rmem_max} was not changed, and so there is a warning.
   *
   * @param bytes a positive number
   * @return these settings with the size changed
   * @throws IllegalArgumentException if the number is not positive
   */
  public DatagramSettings receiveBuffer(int bytes) {
    Check.positive(bytes, "receiveBuffer");
    return change(copy -> copy.receiveBuffer = bytes);
  }

  /**
   * Sets how many sockets share the port, each with a reading thread of its own ({@code
   * SO_REUSEPORT}). The system distributes the senders among them. The default is 1.
   *
   * <p>{@link #bind} refuses a port that is in use, but cannot notice another process of the same
   * user that binds such sockets at the same moment: that would get some of the senders.
   *
   * @param sockets a positive number
   * @return these settings with the number changed
   * @throws IllegalArgumentException if the number is not positive
   */
  public DatagramSettings sockets(int sockets) {
    Check.positive(sockets, "sockets");
    return change(copy -> copy.sockets = sockets);
  }

  /**
   * Delivers also datagrams that claim to come from the address of the socket that received them. By
   * default they are counted ({@link DatagramStats#droppedOwn}) and dropped: one that is forged makes
   * whoever answers each datagram answer himself for ever. For a source that is bound to the wildcard
   * address, every address of this machine counts.
   *
   * @return these settings with such datagrams delivered
   */
  public DatagramSettings deliverOwn() {
    return change(copy -> copy.deliversOwn = true);
  }

  /**
   * Sets where the subscriber's code runs: in tasks of {@code executor}. Use it if the subscriber
   * may block or takes long. Without it the reading threads deliver, which has the lowest latency,
   * but they do not read meanwhile; and a thread that requests delivers up to 256 datagrams.
   *
   * <p>Signals remain serial. If the executor throws, which is logged, the calling thread delivers,
   * and it may be a reading thread: see {@link org.reactiveserializer.Serializer#deliverOn}.
   *
   * @param executor runs the subscriber's code
   * @return these settings with the executor changed
   */
  public DatagramSettings deliverOn(Executor executor) {
    Objects.requireNonNull(executor, "executor is null");
    return change(copy -> copy.executor = executor);
  }

  /**
   * Sets how many datagrams may wait to be sent, for each socket, while its send buffer is full. The
   * default is 1,024.
   *
   * @param datagrams a positive number
   * @return these settings with the number changed
   * @throws IllegalArgumentException if the number is not positive
   */
  public DatagramSettings sendQueue(int datagrams) {
    Check.positive(datagrams, "sendQueue");
    return change(copy -> copy.sendQueue = datagrams);
  }

  /**
   * Names the source in what shows figures: with the module for Micrometer, it has meters. Without a
   * name, which is the default, nothing is kept of it.
   *
   * @param name the name
   * @return these settings with the name changed
   */
  public DatagramSettings named(String name) {
    Objects.requireNonNull(name, "name is null");
    return change(copy -> copy.name = name);
  }

  /**
   * Opens a source on a local address. It reads at once, also before there is a subscriber.
   *
   * @param address the local address; with port 0 the system chooses one
   * @return the source
   * @throws java.net.BindException if the address is in use, or is none of this machine; the
   *     message names it (but see {@link #sockets})
   * @throws IOException if the sockets cannot be opened, or there is no memory for them
   * @throws IllegalArgumentException if the address is unresolved
   */
  public DatagramSource bind(InetSocketAddress address) throws IOException {
    checkResolved(address);
    return DatagramSource.open(
        this, OpenSockets.bind(address, values.sockets, values.receiveBuffer), io -> io);
  }

  /**
   * Opens a source over channels that you have bound and configured, for example as members of a
   * multicast group. The source owns them from now on: it makes them non-blocking, and closes them.
   * {@link #receiveBuffer} and {@link #sockets} do not apply; {@link #deliverOwn} always does, since
   * such a channel may share its address and port with sockets of others.
   *
   * @param channels at least one bound channel
   * @return the source
   * @throws IllegalArgumentException if there is no channel, or one is not bound
   * @throws IOException if a channel is closed or cannot be used, or there is no memory
   */
  public DatagramSource over(DatagramChannel... channels) throws IOException {
    if (channels.length == 0) {
      throw new IllegalArgumentException("channels must be at least one, was none");
    }
    return DatagramSource.open(deliverOwn(), OpenSockets.over(List.of(channels)), io -> io);
  }

  static InetSocketAddress checkResolved(InetSocketAddress address) {
    Objects.requireNonNull(address, "address is null");
    if (address.isUnresolved()) {
      throw new IllegalArgumentException(
          "address is unresolved: %s; resolve the name before, or use an address of numbers"
              .formatted(address));
    }
    return address;
  }

  static final class Values extends SettingValues<Values> {
    final int capacity;
    final Overflow overflow;
    int maxPayload = 2_048;
    int maxHeld = 1_024;
    int receiveBuffer = 4 << 20;
    int sockets = 1;
    boolean deliversOwn;
    @Nullable String name;
    @Nullable Executor executor;
    int sendQueue = 1_024;

    Values(int capacity, Overflow overflow) {
      this.capacity = capacity;
      this.overflow = overflow;
    }
  }
}
