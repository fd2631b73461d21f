package org.reactiveserializer.io.internal.datagram;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Tells whether a datagram claims to come from the socket that received it. Whoever answers one sends
 * the answer to himself, and answers that, too. By one thread.
 *
 * <p><b>Scopes.</b> A link-local address of IPv6 is that of one machine on one link: with another scope it is
 * another address. (The JDK takes them for equal.) Without a scope it may be any.
 */
public final class OwnAddress {
  /** The addresses of the machine may change. To ask for them takes long, and a sender can make us ask. */
  private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final int ANY_SCOPE = 0;

  private final InetSocketAddress bound;
  private final Machine machine;
  private Map<InetAddress, Set<Integer>> scopes = Map.of(); // of each address of the machine
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
      return address.equals(own) && isSameScope(scopeOf(address), scopeOf(own));
    }
    return address.isLoopbackAddress() || address.isAnyLocalAddress() || isOfMachine(address);
  }

  private boolean isOfMachine(InetAddress address) {
    askIfDue();
    Set<Integer> own = scopes.get(address);
    if (own == null) {
      return false;
    }
    int scope = scopeOf(address);
    return own.stream().anyMatch(one -> isSameScope(scope, one));
  }

  private static boolean isSameScope(int one, int other) {
    return one == other || one == ANY_SCOPE || other == ANY_SCOPE;
  }

  private static int scopeOf(InetAddress address) {
    return address instanceof Inet6Address six && six.isLinkLocalAddress()
        ? six.getScopeId()
        : ANY_SCOPE;
  }

  private void askIfDue() {
    long now = System.nanoTime();
    if (now - asked >= FRESH_NANOS) {
      asked = now;
      try {
        scopes =
            machine
                .addresses()
                .collect(groupingBy(address -> address, mapping(OwnAddress::scopeOf, toSet())));
      } catch (SocketException | OutOfMemoryError unknown) {
        // Those that were known remain.
      }
    }
  }
}
