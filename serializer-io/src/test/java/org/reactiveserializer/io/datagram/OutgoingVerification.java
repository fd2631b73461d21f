package org.reactiveserializer.io.datagram;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.testing.Kit;
import org.reactivestreams.Subscriber;
import org.reactivestreams.tck.SubscriberBlackboxVerification;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;

/** The subscriber that sends. */
public class OutgoingVerification extends SubscriberBlackboxVerification<Outgoing> {
  private DatagramSource source;

  public OutgoingVerification() {
    super(Kit.environment());
  }

  @BeforeClass
  public void open() {
    try {
      source = DatagramSource.bounded(1, Overflow.DROP_OLDEST).sendQueue(1).bind(Peer.loopback(0));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @AfterClass(alwaysRun = true)
  public void close() {
    source.close();
  }

  @Override
  public Subscriber<Outgoing> createSubscriber() {
    return source.outgoing();
  }

  @Override
  public Outgoing createElement(int element) {
    return new Outgoing(source.localAddress(), Peer.bytes(Integer.toString(element)));
  }
}
