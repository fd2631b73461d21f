package org.reactiveserializer.benchmarks.io.loss;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.benchmarks.FaultyDeliveryException;
import org.reactiveserializer.io.datagram.Datagram;
import org.reactiveserializer.io.datagram.DatagramSource;
import org.reactiveserializer.io.datagram.DatagramStats;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** This library's source, with its default receive buffer of four megabytes. */
public final class SourceReceiver implements Receiver {
  private @Nullable DatagramSource source;

  @Override
  public int open(Inbox inbox) throws IOException {
    DatagramSource opened =
        DatagramSource.bounded(CAPACITY, Overflow.DROP_NEWEST)
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    source = opened;
    opened.subscribe(new Counting(inbox));
    return opened.localAddress().getPort();
  }

  @Override
  public String account(long sent) {
    return source == null ? "" : account(source.stats(), sent);
  }

  /** Checks that nothing is missing in the account of the source. */
  private static String account(DatagramStats stats, long sent) {
    long known =
        stats.delivered()
            + stats.waiting()
            + stats.droppedByBound()
            + stats.droppedByPool()
            + stats.discarded();
    if (stats.received() != known
        || stats.droppedByKernel() >= 0 && sent != known + stats.droppedByKernel()) {
      throw new FaultyDeliveryException(
          "the account does not add up: %d sent, %s".formatted(sent, stats));
    }
    return stats.delivered() == sent
        ? ""
        : "dropped_by_kernel:%d,by_bound:%d,by_pool:%d"
            .formatted(stats.droppedByKernel(), stats.droppedByBound(), stats.droppedByPool());
  }

  @Override
  public void close() {
    if (source != null) {
      source.close();
    }
  }

  private record Counting(Inbox inbox) implements Subscriber<Datagram> {
    @Override
    public void onSubscribe(Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(Datagram datagram) {
      inbox.receive(datagram.payload(), datagram.length());
      datagram.release();
    }

    @Override
    public void onError(Throwable error) {
      throw new IllegalStateException("the source failed", error);
    }

    @Override
    public void onComplete() {}
  }
}
