package org.reactiveserializer.benchmarks.network;

import io.netty.buffer.ByteBuf;
import org.reactiveserializer.netty.ChannelStream;
import org.reactiveserializer.netty.Received;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** This library's stream of all connections. */
public final class StreamEcho implements EchoServer {
  private static final int MOST_CHANNELS = 30_000;

  private final NettyListener listener = new NettyListener();

  @Override
  public int open() throws InterruptedException {
    ChannelStream<ByteBuf> stream =
        ChannelStream.frames(Frame.LENGTH).maxChannels(MOST_CHANNELS).open();
    stream.subscribe(new Echo());
    return listener.open(stream.initializer());
  }

  @Override
  public void close() {
    listener.close();
  }

  private static final class Echo implements Subscriber<Received<ByteBuf>> {
    @Override
    public void onSubscribe(Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(Received<ByteBuf> received) {
      if (!received.reply(received.message()).isAccepted()) {
        received.release();
      }
    }

    @Override
    public void onError(Throwable error) {
      throw new IllegalStateException("the stream failed", error);
    }

    @Override
    public void onComplete() {}
  }
}
