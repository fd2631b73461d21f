package org.reactiveserializer.io.internal.datagram;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

class OwnAddressTest {
  private static final int PORT = 9;

  private static InetAddress foreign() throws UnknownHostException {
    return InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1}); // TEST-NET
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
  void anUnknownMachineHasTheAddressesThatItHadBefore() throws IOException {
    OwnAddress any =
        new OwnAddress(
            new InetSocketAddress(PORT),
            () -> {
              throw new SocketException("simulated");
            });
    assertFalse(any.is(new InetSocketAddress(foreign(), PORT)));
    assertTrue(any.is(new InetSocketAddress(InetAddress.getLoopbackAddress(), PORT)));
  }
}
