package org.reactiveserializer.io.datagram;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * A datagram to be sent: see {@link DatagramSource#outgoing}. Immutable, if nobody changes the
 * bytes.
 */
public final class Outgoing {
  private final InetSocketAddress address;
  private final ByteBuffer payload;

  /**
   * Creates a datagram. The bytes are not copied: they must not change until the datagram is sent.
   * For the same reason they must not be the payload of a {@link Datagram} that will be released;
   * copy that, or use {@link DatagramSource#reply}.
   *
   * @param address where to send it; with port 0, which a sender can forge, the result is {@link
   *     SendResult#FAILED}
   * @param payload the bytes between its position and its limit, perhaps none; the position is not
   *     changed
   * @throws IllegalArgumentException if the address is unresolved, which no sender can cause
   */
  public Outgoing(InetSocketAddress address, ByteBuffer payload) {
    this.address = checked(address);
    this.payload = Objects.requireNonNull(payload, "payload is null").slice().asReadOnlyBuffer();
  }

  static InetSocketAddress checked(InetSocketAddress address) {
    Objects.requireNonNull(address, "address is null");
    if (address.isUnresolved()) {
      throw new IllegalArgumentException(
          "address is unresolved: "
              + address
              + "; resolve the name before, or use an address of numbers");
    }
    return address;
  }

  /**
   * Returns where to send it.
   *
   * @return the address
   */
  public InetSocketAddress address() {
    return address;
  }

  /**
   * Returns a read-only view of the bytes, with a position of its own.
   *
   * @return a new view
   */
  public ByteBuffer payload() {
    return payload.duplicate();
  }

  @Override
  public String toString() {
    return "datagram of " + payload.remaining() + " bytes to " + address;
  }
}
