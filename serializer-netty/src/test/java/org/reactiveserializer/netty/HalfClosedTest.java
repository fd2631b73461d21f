package org.reactiveserializer.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.testing.Attack;
import org.reactiveserializer.testing.Await;

/** A client that shuts its output down, and waits for its answers. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HalfClosedTest {
  private static final int REQUESTS = 1000;

  private final Collecting subscriber = new Collecting(Long.MAX_VALUE);

  @Test
  void allAnswersGoOutThenTheChannelCloses() throws Exception {
    ChannelStream<ByteBuf> stream = ChannelStream.frames(1024).share(REQUESTS + 1).open();
    stream.subscribe(subscriber);
    try (Server server = new Server(stream.initializer());
        Server.Client client = server.connect()) {
      for (int i = 0; i < REQUESTS; i++) {
        client.send(i);
      }
      client.socket.shutdownOutput();
      Await.until(() -> subscriber.messages.size() == REQUESTS);
      SocketChannel channel = (SocketChannel) subscriber.messages.element().channel();
      Await.until(channel::isInputShutdown);
      for (int i = 0; i < REQUESTS; i++) { // not by the thread of the channel
        Received<ByteBuf> received = subscriber.next();
        assertTrue(received.reply(received.message()).isAccepted());
      }
      for (int i = 0; i < REQUESTS; i++) {
        assertEquals(i, client.receive());
      }
      assertEquals(-1, client.in.read());
      Await.until(() -> stream.stats().channels() == 0);
      assertEquals(0, stream.stats().failed());
    }
  }

  /** While a pool answers, a share at a time, the client has sent everything long ago. */
  @Attack
  void allAnswersOfAPoolGoOut() throws Exception {
    ChannelStream<ByteBuf> stream = ChannelStream.frames(1024).open();
    AnsweredTest.Pool pool = new AnsweredTest.Pool();
    stream.subscribe(pool);
    try (Server server = new Server(stream.initializer());
        Server.Client client = server.connect()) {
      for (int i = 0; i < REQUESTS; i++) {
        client.send(i);
      }
      client.socket.shutdownOutput();
      for (int i = 0; i < REQUESTS; i++) {
        client.receive();
      }
      assertEquals(-1, client.in.read());
      assertEquals(0, pool.refused.get());
    } finally {
      pool.threads.shutdown();
    }
  }

  /** More answers than a message gives credit for, and more than the socket takes at once. */
  @Test
  void longAnswersGoOutToo() throws Exception {
    int answers = 50;
    int length = 100_000;
    ChannelStream<ByteBuf> stream = ChannelStream.frames(1024).open();
    stream.subscribe(subscriber);
    try (Server server = new Server(stream.initializer());
        Server.Client client = server.connect()) {
      client.send(1);
      client.socket.shutdownOutput();
      Received<ByteBuf> received = subscriber.next();
      ReplyTest.whileBusy(
          received.channel(),
          () -> {
            for (int i = 0; i < answers; i++) {
              assertTrue(received.reply(Unpooled.buffer(length).writeZero(length)).isAccepted());
            }
          });
      for (int i = 0; i < answers; i++) {
        assertEquals(length, client.in.readInt());
        client.in.skipNBytes(length);
      }
      received.release();
      assertEquals(-1, client.in.read());
    }
  }

  /** Also if the server has allowed it, channels do not stay. */
  @Attack
  void channelsWithoutMessagesAreClosed() throws Exception {
    ChannelStream<ByteBuf> stream = ChannelStream.frames(1024).open();
    stream.subscribe(subscriber);
    List<Server.Client> clients = new ArrayList<>();
    try (Server server =
        new Server(
            new ChannelInitializer<>() {
              @Override
              protected void initChannel(Channel channel) {
                channel.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
                stream.addTo(channel.pipeline());
              }
            })) {
      for (int i = 0; i < 100; i++) {
        Server.Client client = server.connect();
        clients.add(client);
        client.socket.shutdownOutput();
      }
      for (Server.Client client : clients) {
        assertEquals(-1, client.in.read());
        client.close();
      }
      Await.until(() -> stream.stats().channels() == 0);
    }
  }

  @Test
  void aChannelThatIsHandedBackIsAsItWas() throws Exception {
    BlockingQueue<Channel> handed = new LinkedBlockingQueue<>();
    ChannelStream<ByteBuf> stream = ChannelStream.frames(1024).onCancel(handed::add).open();
    stream.subscribe(subscriber);
    try (Server server = new Server(stream.initializer());
        Server.Client client = server.connect()) {
      client.send(1);
      assertEquals(1, subscriber.nextInt());
      subscriber.subscription().cancel();
      Channel back = Await.next(handed);
      assertFalse(back.config().getOption(ChannelOption.ALLOW_HALF_CLOSURE));
      back.close();
      assertEquals(-1, client.in.read());
    }
  }
}
