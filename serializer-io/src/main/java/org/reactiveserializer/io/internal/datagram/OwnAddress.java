package org.reactiveserializer.io.internal.datagram;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Tells whether a datagram claims to come from the socket that received it. Whoever answers one sends
 * the answer to himself, and answers that, too. By one thread.
 */
public final class OwnAddress {
  /** The addresses of the machine may change. To ask for them takes long, and a sender can make us ask. */
  private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final InetSocketAddress bound;
  private Set<InetAddress> ofMachine = Set.of();
  private long asked = System.nanoTime() - FRESH_NANOS;

  /** Creates it for a socket that is bound to that address, perhaps to the wildcard address. */
  public OwnAddress(InetSocketAddress bound) {
    this.bound = bound;
  }

  /** Returns whether that is the address of the socket. Nearly always decided by the port. */
  public boolean is(InetSocketAddress sender) {
    return sender.getPort() == bound.getPort() && isOfMachine(sender.getAddress());
  }

  private boolean isOfMachine(InetAddress address) {
    if (!bound.getAddress().isAnyLocalAddress()) {
      return address.equals(bound.getAddress());
    }
    return address.isLoopbackAddress()
        || address.isAnyLocalAddress()
        || ofMachine().contains(address);
  }

  private Set<InetAddress> ofMachine() {
    long now = System.nanoTime();
    if (now - asked >= FRESH_NANOS) {
      asked = now;
      try {
        ofMachine =
            NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .collect(Collectors.toUnmodifiableSet());
      } catch (SocketException unknown) {
        // Those that were known remain.
      }
    }
    return ofMachine;
  }
}
