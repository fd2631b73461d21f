package org.reactiveserializer.io.internal.datagram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OwnAddressTest {
  private static final int PORT = 9;
  private static final int LINK = 4;
  private static final int OTHER_LINK = 5;
  private static final int NO_SCOPE = 0;

  private static InetAddress foreign() throws UnknownHostException {
    return InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1}); // TEST-NET
  }

  private static InetSocketAddress linkLocal(int scope) throws UnknownHostException {
    byte[] bytes = new byte[16];
    bytes[0] = (byte) 0xfe;
    bytes[1] = (byte) 0x80;
    bytes[15] = 1;
    return new InetSocketAddress(Inet6Address.getByAddress(null, bytes, scope), PORT);
  }

  @Test
  void knowsTheAddressesOfTheMachine() throws IOException {
    OwnAddress any = new OwnAddress(new InetSocketAddress(PORT));
    NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .forEach(
            own -> {
              assertTrue(any.is(new InetSocketAddress(own, PORT)), own::toString);
              assertFalse(any.is(new InetSocketAddress(own, PORT + 1)), own::toString);
            });
    assertFalse(any.is(new InetSocketAddress(foreign(), PORT)));
    OwnAddress one = new OwnAddress(new InetSocketAddress(foreign(), PORT));
    assertTrue(one.is(new InetSocketAddress(foreign(), PORT)));
    InetAddress another = InetAddress.getLoopbackAddress();
    assertFalse(one.is(new InetSocketAddress(another, PORT)), "another address of the machine");
  }

  @Test
  void anAddressOfAnotherLinkIsAnotherAddress() throws IOException {
    assertEquals(linkLocal(LINK), linkLocal(OTHER_LINK), "for the JDK");
    OwnAddress bound = new OwnAddress(linkLocal(LINK));
    InetAddress[] machine = {foreign(), linkLocal(LINK).getAddress()};
    OwnAddress any = new OwnAddress(new InetSocketAddress(PORT), () -> Stream.of(machine));
    for (OwnAddress own : new OwnAddress[] {bound, any}) {
      assertTrue(own.is(linkLocal(LINK)));
      assertFalse(own.is(linkLocal(OTHER_LINK)));
      assertTrue(own.is(linkLocal(NO_SCOPE)), "it may be the own one");
    }
  }

  /** Thrown, it would lose the datagram, and the buffer that the datagram is in. */
  @Test
  void aShortageOfMemoryIsNotThrown() throws IOException {
    OwnAddress any =
        new OwnAddress(
            new InetSocketAddress(PORT),
            () -> {
              throw new OutOfMemoryError("simulated");
            });
    try {
      assertFalse(any.is(new InetSocketAddress(foreign(), PORT)));
    } catch (OutOfMemoryError thrown) { // which would end the virtual machine of the tests
      throw new AssertionError("it is thrown", thrown);
    }
    assertTrue(any.is(new InetSocketAddress(InetAddress.getLoopbackAddress(), PORT)));
  }
}
