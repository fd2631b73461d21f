package org.reactiveserializer.benchmarks.io.answers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.io.datagram.Datagram;
import org.reactiveserializer.io.datagram.DatagramSource;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** This library's source, which replies in the thread that delivers. */
public final class SourceServer implements Server {
  private static final int CAPACITY = 1024;

  private @Nullable DatagramSource source;

  @Override
  public int open() throws IOException {
    DatagramSource opened =
        DatagramSource.bounded(CAPACITY, Overflow.DROP_NEWEST)
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    source = opened;
    opened.subscribe(new Answering(opened));
    return opened.localAddress().getPort();
  }

  @Override
  public void close() {
    if (source != null) {
      source.close();
    }
  }

  private static final class Answering implements Subscriber<Datagram> {
    private final DatagramSource source;
    private final ByteBuffer out = ByteBuffer.allocateDirect(Text.ROOM);

    Answering(DatagramSource source) {
      this.source = source;
    }

    @Override
    public void onSubscribe(Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(Datagram request) {
      Text.replace(request.payload(), out.clear());
      source.reply(request, out.flip()); // what is refused is counted, and the sender asks again
      request.release();
    }

    @Override
    public void onError(Throwable error) {
      throw new IllegalStateException("the source failed", error);
    }

    @Override
    public void onComplete() {}
  }
}
