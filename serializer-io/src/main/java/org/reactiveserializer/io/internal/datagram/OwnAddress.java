package org.reactiveserializer.io.internal.datagram;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Tells whether a datagram claims to come from the socket that received it. Whoever answers one sends
 * the answer to himself, and answers that, too. By one thread.
 */
public final class OwnAddress {
  /** The addresses of the machine may change. To ask for them takes long, and a sender can make us ask. */
  private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final InetSocketAddress bound;
  private final Machine machine;
  private Set<InetAddress> addresses = Set.of(); // of the machine
  private long asked = System.nanoTime() - FRESH_NANOS;

  /** Creates it for a socket that is bound to that address, perhaps to the wildcard address. */
  public OwnAddress(InetSocketAddress bound) {
    this(
        bound, () -> NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses));
  }

  OwnAddress(InetSocketAddress bound, Machine machine) {
    this.bound = bound;
    this.machine = machine;
  }

  /** The machine, which has addresses. */
  interface Machine {
    Stream<InetAddress> addresses() throws SocketException;
  }

  /** Returns whether that is the address of the socket. Nearly always decided by the port. */
  public boolean is(InetSocketAddress sender) {
    return sender.getPort() == bound.getPort() && isOwn(sender.getAddress());
  }

  private boolean isOwn(InetAddress address) {
    InetAddress own = bound.getAddress();
    if (!own.isAnyLocalAddress()) {
      return address.equals(own);
    }
    return address.isLoopbackAddress() || address.isAnyLocalAddress() || isOfMachine(address);
  }

  private boolean isOfMachine(InetAddress address) {
    long now = System.nanoTime();
    if (now - asked >= FRESH_NANOS) {
      asked = now;
      try {
        addresses = machine.addresses().collect(Collectors.toUnmodifiableSet());
      } catch (SocketException unknown) {
        // Those that were known remain.
      }
    }
    return addresses.contains(address);
  }
}
