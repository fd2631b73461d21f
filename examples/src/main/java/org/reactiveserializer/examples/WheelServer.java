package org.reactiveserializer.examples;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import org.reactiveserializer.netty.ChannelStream;
import org.reactiveserializer.netty.Received;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A server for thousands of connections, which sends each message back. All that arrives is one
 * stream: this subscriber needs no thread, and no lock, for a connection.
 *
 * <pre>{@code
 * mvn -q -DskipTests -pl examples -am package
 * java -cp "examples/target/classes:examples/target/lib/*" \
 *     org.reactiveserializer.examples.WheelServer 9001
 * }</pre>
 *
 * <p>It prints "serving at /127.0.0.1:9001". {@link WheelClient} has the other command. Ctrl-C stops
 * the server, and it prints what it counted.
 */
public final class WheelServer implements Subscriber<Received<ByteBuf>> {
  private static final int LONGEST = 1024;
  private static final int CHANNELS = 25_000;

  private WheelServer() {}

  /** Serves until the process is ended. The argument: the port. */
  public static void main(String[] args) throws Exception {
    ChannelStream<ByteBuf> stream = ChannelStream.frames(LONGEST).maxChannels(CHANNELS).open();
    stream.subscribe(new WheelServer());
    Channel server =
        new ServerBootstrap()
            .group(
                new MultiThreadIoEventLoopGroup(
                    new DefaultThreadFactory("wheel", true), NioIoHandler.newFactory()))
            .channel(NioServerSocketChannel.class)
            .childHandler(stream.initializer())
            .bind(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])))
            .sync()
            .channel();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println(stream.stats())));
    System.out.println("serving at " + server.localAddress());
    server.closeFuture().sync();
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(Received<ByteBuf> received) {
    if (!received.reply(received.message()).isAccepted()) {
      received.release(); // the connection is closed, or its client does not read
    }
  }

  @Override
  public void onError(Throwable error) {
    error.printStackTrace();
  }

  @Override
  public void onComplete() {}
}
