package org.reactiveserializer.examples;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.reactiveserializer.netty.ChannelStream;
import org.reactiveserializer.netty.Received;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Opens 3,500 connections to a {@link WheelServer}; in each of 32 rounds sends a message on every one and
 * awaits all answers: {@code java -cp "examples/target/classes:examples/target/lib/*"
 * org.reactiveserializer.examples.WheelClient 9001 3500 32} (port, connections, rounds) prints "112000
 * answers in 1500 ms". If a connection is closed, or silent for a minute, it ends with status 1.
 */
public final class WheelClient implements Subscriber<Received<ByteBuf>> {
  private final List<Channel> wheel = new ArrayList<>();
  private final CountDownLatch end = new CountDownLatch(1);
  private int rounds;
  private long answers;

  public static void main(String[] args) throws Exception {
    WheelClient client = new WheelClient();
    client.rounds = Integer.parseInt(args[2]);
    ChannelStream<ByteBuf> answers =
        ChannelStream.frames(1024).maxChannels(25_000).idleTimeout(Duration.ofMinutes(1)).open();
    DefaultThreadFactory daemons = new DefaultThreadFactory("wheel", true);
    var loops = new MultiThreadIoEventLoopGroup(daemons, NioIoHandler.newFactory());
    Bootstrap bootstrap = new Bootstrap().group(loops).channel(NioSocketChannel.class);
    bootstrap.handler(answers.initializer());
    for (int i = 0; i < Integer.parseInt(args[1]); i++) {
      client.wheel.add(bootstrap.connect("127.0.0.1", Integer.parseInt(args[0])).sync().channel());
    }
    client.wheel.forEach(each -> each.closeFuture().addListener(closed -> System.exit(1)));
    long start = System.currentTimeMillis();
    client.turn();
    answers.subscribe(client);
    client.end.await();
    System.out.printf("%d answers in %d ms%n", client.answers, System.currentTimeMillis() - start);
    System.exit(0); // as soon as a connection is closed, it would be 1
  }

  private void turn() {
    wheel.forEach(each -> each.writeAndFlush(Unpooled.copyLong(answers)));
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(Received<ByteBuf> answer) {
    answer.release();
    if (++answers == (long) rounds * wheel.size()) {
      end.countDown();
    } else if (answers % wheel.size() == 0) {
      turn(); // signals are serial (§1.3): no other thread counts
    }
  }

  @Override
  public void onError(Throwable error) {
    error.printStackTrace();
  }

  @Override
  public void onComplete() {}
}
