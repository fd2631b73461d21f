package org.reactiveserializer.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import org.reactiveserializer.testing.Kit;
import org.reactiveserializer.testing.Unicast;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;

/** The Reactive Streams kit for the stream of channels. */
@Unicast
public class ChannelStreamVerification extends PublisherVerification<Received<ByteBuf>> {
  /** Of a stream that seems to be endless, the kit takes no more. */
  private static final int MOST = 1 << 12;

  public ChannelStreamVerification() {
    super(Kit.environment());
  }

  @Override
  public Publisher<Received<ByteBuf>> createPublisher(long elements) {
    ChannelStream<ByteBuf> stream = ChannelStream.of(ByteBuf.class).share(1 << 20).open();
    EmbeddedChannel channel = new EmbeddedChannel();
    stream.addTo(channel.pipeline());
    for (long i = 0; i < Math.min(elements, MOST); i++) {
      channel.writeInbound(Unpooled.copyInt((int) i));
    }
    if (elements <= MOST) {
      stream.close();
    }
    channel.runPendingTasks();
    return stream;
  }

  /** The second subscriber gets an error. */
  @Override
  public Publisher<Received<ByteBuf>> createFailedPublisher() {
    Publisher<Received<ByteBuf>> stream = createPublisher(0);
    stream.subscribe(new Collecting(0));
    return stream;
  }

  @Override
  public long maxElementsFromPublisher() {
    return Integer.MAX_VALUE;
  }
}
