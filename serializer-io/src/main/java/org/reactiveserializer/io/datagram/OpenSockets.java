package org.reactiveserializer.io.datagram;

import java.io.IOException;
import java.net.BindException;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.io.internal.datagram.KernelDrops;

/**
 * The bound channels of a source.
 *
 * @param addresses the local address of each
 * @param requested the receive buffer that was requested for each, in bytes
 * @param granted the smallest one that was granted
 */
record OpenSockets(
    List<DatagramChannel> channels,
    List<InetSocketAddress> addresses,
    int requested,
    int granted,
    KernelDrops drops) {

  /**
   * Held while sockets are opened: the inodes that are new then must not be those of another
   * source.
   */
  private static final Object OPENING = new Object();

  /** Opens {@code n} channels and binds them to one address. */
  static OpenSockets bind(InetSocketAddress address, int n, int receiveBuffer) throws IOException {
    List<DatagramChannel> channels = new ArrayList<>();
    synchronized (OPENING) {
      InetSocketAddress local = n > 1 ? unshared(address, receiveBuffer) : address;
      Set<Long> before = KernelDrops.ownSockets();
      try {
        for (int i = 0; i < n; i++) {
          DatagramChannel channel = open(address.getAddress());
          channels.add(channel);
          bind(channel, local, n > 1, receiveBuffer);
        }
        OpenSockets opened = of(channels, receiveBuffer, before);
        opened.warnIfSmall();
        return opened;
      } catch (IOException | RuntimeException failed) {
        closeAll(channels);
        throw failed;
      }
    }
  }

  /**
   * Returns the address, with the port that the system chose if that was left to it, when no socket
   * uses it. Sockets that share a port would not notice that others share it already: the system
   * refuses it to a socket that does not share. Another process can still be faster.
   */
  private static InetSocketAddress unshared(InetSocketAddress address, int receiveBuffer)
      throws IOException {
    try (DatagramChannel probe = open(address.getAddress())) {
      bind(probe, address, false, receiveBuffer);
      return new InetSocketAddress(
          address.getAddress(), ((InetSocketAddress) probe.getLocalAddress()).getPort());
    }
  }

  /** Takes over channels that somebody else has opened, bound and configured. */
  static OpenSockets over(List<DatagramChannel> channels) throws IOException {
    int smallest = Integer.MAX_VALUE;
    for (DatagramChannel channel : channels) {
      if (!channel.isOpen()) {
        throw new ClosedChannelException();
      }
      if (channel.getLocalAddress() == null) {
        throw new IllegalArgumentException("channel is not bound: " + channel + "; bind it before");
      }
      smallest = Math.min(smallest, channel.getOption(StandardSocketOptions.SO_RCVBUF));
    }
    synchronized (OPENING) {
      return of(channels, smallest, Set.of());
    }
  }

  private static OpenSockets of(
      List<DatagramChannel> channels, int receiveBuffer, @Nullable Set<Long> before)
      throws IOException {
    List<InetSocketAddress> addresses = new ArrayList<>();
    List<Integer> ports = new ArrayList<>();
    int granted = Integer.MAX_VALUE;
    for (DatagramChannel channel : channels) {
      InetSocketAddress local = (InetSocketAddress) channel.getLocalAddress();
      addresses.add(local);
      ports.add(local.getPort());
      granted = Math.min(granted, channel.getOption(StandardSocketOptions.SO_RCVBUF));
    }
    return new OpenSockets(
        List.copyOf(channels),
        List.copyOf(addresses),
        receiveBuffer,
        granted,
        KernelDrops.of(before, ports));
  }

  private static DatagramChannel open(InetAddress address) throws IOException {
    // A socket for both families can be had for a wildcard address only.
    if (address.isAnyLocalAddress()) {
      return DatagramChannel.open();
    }
    if (address instanceof Inet4Address) {
      return DatagramChannel.open(StandardProtocolFamily.INET);
    }
    return address instanceof Inet6Address
        ? DatagramChannel.open(StandardProtocolFamily.INET6)
        : DatagramChannel.open();
  }

  private static void bind(
      DatagramChannel channel, InetSocketAddress address, boolean shared, int receiveBuffer)
      throws IOException {
    if (shared) {
      try {
        channel.setOption(StandardSocketOptions.SO_REUSEPORT, true);
      } catch (UnsupportedOperationException unsupported) {
        throw new SocketException(
            "this system has no SO_REUSEPORT: several sockets cannot share %s; use sockets(1)"
                .formatted(address));
      }
    }
    channel.setOption(StandardSocketOptions.SO_RCVBUF, receiveBuffer);
    try {
      channel.bind(address);
    } catch (SocketException refused) {
      BindException named =
          new BindException(
              "cannot bind to %s: %s; close the socket that uses the address, or use another port (0: any that is free)"
                  .formatted(address, refused.getMessage()));
      named.initCause(refused);
      throw named;
    }
  }

  private void warnIfSmall() {
    if (granted < requested) {
      Log.warning(
          ("The system granted a receive buffer of %d bytes for %s, not the %d that were requested: datagrams are"
                  + " lost if more arrive at once. Raise the limit (on Linux: sysctl -w net.core.rmem_max=%3$d) or"
                  + " request less")
              .formatted(granted, addresses.get(0), requested),
          null);
    }
  }

  /** Returns the local address of a socket. */
  InetSocketAddress address(int number) {
    return addresses.get(number);
  }

  void close() {
    closeAll(channels);
  }

  private static void closeAll(List<DatagramChannel> channels) {
    for (DatagramChannel channel : channels) {
      try {
        channel.close();
      } catch (IOException failed) {
        Log.warning("Closing a socket failed", failed);
      }
    }
  }
}
