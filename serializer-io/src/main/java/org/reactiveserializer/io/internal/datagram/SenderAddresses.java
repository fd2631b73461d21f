package org.reactiveserializer.io.internal.datagram;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Makes addresses of the structures {@code sockaddr_in} and {@code sockaddr_in6} of Linux, and keeps
 * some of them: a server gets most datagrams from senders that it knows. By one thread.
 */
final class SenderAddresses {
  /** The size of the larger structure, rounded up so that numbers in it are aligned. */
  static final int SIZE = 32;

  private static final int AF_INET = 2;
  private static final int PORT = 2;
  private static final int IPV4 = 4;
  private static final int IPV4_LENGTH = 4;
  private static final int IPV6 = 8;
  private static final int IPV6_LENGTH = 16;
  private static final int SCOPE = 24;

  private static final int KEPT = 256;
  private static final int SHIFT = 56; // leaves a number below KEPT
  private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L; // 2^64 divided by the golden ratio

  private final @Nullable Sender[] kept = new @Nullable Sender[KEPT];

  /** What the structure contains, as numbers, and the address that was made of it. */
  private record Sender(long first, long second, long third, int scope, InetSocketAddress address) {
    boolean is(long otherFirst, long otherSecond, long otherThird, int otherScope) {
      return first == otherFirst
          && second == otherSecond
          && third == otherThird
          && scope == otherScope;
    }
  }

  /** Returns the address in the structure at {@code offset}, in a buffer of the native order. */
  InetSocketAddress at(ByteBuffer names, int offset) {
    boolean isIpv4 = names.getShort(offset) == AF_INET;
    long first =
        names.getLong(offset); // family, port, and the address or a label that changes nothing
    long second = isIpv4 ? 0 : names.getLong(offset + IPV6);
    long third = isIpv4 ? 0 : names.getLong(offset + IPV6 + Long.BYTES);
    int scope = isIpv4 ? 0 : names.getInt(offset + SCOPE);
    long mixed = ((first * MULTIPLIER + second) * MULTIPLIER + third) * MULTIPLIER;
    int place = (int) (mixed >>> SHIFT);
    Sender last = kept[place];
    if (last != null && last.is(first, second, third, scope)) {
      return last.address;
    }
    InetSocketAddress address = parse(names, offset, isIpv4, scope);
    try {
      kept[place] = new Sender(first, second, third, scope, address);
    } catch (OutOfMemoryError noMemory) {
      // It will be made again.
    }
    return address;
  }

  private static InetSocketAddress parse(ByteBuffer names, int offset, boolean isIpv4, int scope) {
    int port =
        Byte.toUnsignedInt(names.get(offset + PORT)) << Byte.SIZE
            | Byte.toUnsignedInt(names.get(offset + PORT + 1));
    byte[] bytes = new byte[isIpv4 ? IPV4_LENGTH : IPV6_LENGTH];
    names.get(offset + (isIpv4 ? IPV4 : IPV6), bytes);
    try {
      InetAddress host =
          scope == 0
              ? InetAddress.getByAddress(bytes) // an IPv4 address in IPv6 form becomes one of IPv4
              : Inet6Address.getByAddress(null, bytes, scope);
      return new InetSocketAddress(host, port);
    } catch (UnknownHostException impossible) {
      throw new AssertionError(impossible); // the length is right
    }
  }
}
