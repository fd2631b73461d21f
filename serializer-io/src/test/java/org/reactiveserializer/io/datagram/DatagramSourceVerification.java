package org.reactiveserializer.io.datagram;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.DatagramChannel;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.testing.Kit;
import org.reactiveserializer.testing.Unicast;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import org.testng.annotations.AfterMethod;

/** A source with two sockets, to which two peers send. */
@Unicast
public class DatagramSourceVerification extends PublisherVerification<Datagram> {
  private static final int PEERS = 2;
  private static final int AHEAD = 100;

  private final DatagramSettings settings;
  private final List<DatagramSource> open = new CopyOnWriteArrayList<>();

  public DatagramSourceVerification() {
    this(DatagramSource.bounded(1_000, Overflow.DROP_NEWEST));
  }

  DatagramSourceVerification(DatagramSettings settings) {
    super(Kit.environment());
    // The kit does not release what it gets.
    this.settings = settings.maxHeld(100_000).maxPayload(10).sockets(2);
  }

  @AfterMethod(alwaysRun = true)
  public void closeAll() {
    for (DatagramSource source : open) {
      source.close();
    }
    open.clear();
  }

  @Override
  public Publisher<Datagram> createPublisher(long elements) {
    try {
      DatagramSource source = settings.bind(Peer.loopback(0));
      open.add(source);
      if (elements == 0) {
        source.close();
      } else {
        Thread feeding = new Thread(() -> feed(source, elements), "feeding");
        feeding.setDaemon(true);
        feeding.start();
      }
      return source;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private void feed(DatagramSource source, long elements) {
    Peer[] peers = new Peer[PEERS];
    for (int i = 0; i < PEERS; i++) {
      peers[i] = new Peer();
    }
    for (long i = 0; i < elements && open.contains(source); i++) {
      peers[(int) i & 1].send(source, "item");
      if (i % 32 == 0) {
        awaitRoom(source, i);
      }
    }
    while (source.stats().received() < elements && open.contains(source)) {
      LockSupport.parkNanos(1_000_000);
    }
    source.close();
    for (Peer peer : peers) {
      peer.close();
    }
  }

  private void awaitRoom(DatagramSource source, long sent) {
    for (DatagramStats stats = source.stats();
        open.contains(source) && (stats.waiting() > AHEAD || sent - stats.received() > AHEAD);
        stats = source.stats()) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Override
  public Publisher<Datagram> createFailedPublisher() {
    try {
      DatagramChannel channel = DatagramChannel.open().bind(Peer.loopback(0));
      DatagramSource source = settings.over(channel);
      channel.close();
      Sources.awaitClosed(source);
      return source;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
