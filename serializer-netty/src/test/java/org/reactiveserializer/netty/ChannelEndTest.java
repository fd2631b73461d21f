package org.reactiveserializer.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactiveserializer.testing.Attack;
import org.reactiveserializer.testing.Await;

/** How the stream ends, and how one channel does. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ChannelEndTest {
  private static final int RACES = 60;

  /** What ends the stream while messages arrive. */
  enum End {
    CANCEL,
    HAND_BACK,
    CLOSE
  }

  private final BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
  private final ChannelSettings<ByteBuf> settings =
      ChannelStream.frames(1024).onChannelError((channel, error) -> errors.add(error));

  @Test
  void aSubscriberThatCancelsClosesTheChannelsAndReleasesWhatWaits() throws Exception {
    ChannelStream<ByteBuf> stream = settings.share(2).open();
    Collecting subscriber = new Collecting(1);
    stream.subscribe(subscriber);
    try (Server server = new Server(stream.initializer());
        Server.Client client = server.connect()) {
      client.out.write(GracefulEndTest.frames(100)); // in one read
      assertEquals(0, subscriber.nextInt());
      Await.until(() -> stream.stats().waiting() > 2);
      subscriber.subscription().cancel();
      client.awaitEnd();
      assertTrue(stream.awaitClosed(Duration.ofSeconds(60)));
      awaitBalance(stream);
      server.connect().awaitEnd();
      assertEquals("the stream is closed", Await.next(errors).getMessage());
    }
  }

  @Test
  void channelsCanBeHandedBack() throws Exception {
    BlockingQueue<Channel> handed = new LinkedBlockingQueue<>();
    ChannelStream<ByteBuf> stream = settings.onCancel(handed::add).open();
    Collecting subscriber = new Collecting(1);
    stream.subscribe(subscriber);
    try (Server server = new Server(stream.initializer());
        Server.Client client = server.connect()) {
      client.send(1);
      client.send(2);
      assertEquals(1, subscriber.nextInt());
      subscriber.subscription().cancel();
      Channel back = Await.next(handed);
      assertTrue(back.isActive());
      back.writeAndFlush(Unpooled.copyInt(5));
      assertEquals(5, client.receive());
    }
  }

  @Test
  void closeDeliversWhatHasArrivedAndCompletes() throws Exception {
    ChannelStream<ByteBuf> stream = settings.share(2).open();
    Collecting subscriber = new Collecting(1);
    stream.subscribe(subscriber);
    try (Server server = new Server(stream.initializer());
        Server.Client client = server.connect()) {
      client.out.write(GracefulEndTest.frames(10)); // in one read
      Await.until(() -> stream.stats().received() == 10);
      stream.close();
      client.awaitEnd();
      assertFalse(subscriber.completed);
      subscriber.subscription().request(100);
      for (int i = 0; i < 10; i++) {
        assertEquals(i, subscriber.nextInt());
      }
      Await.until(() -> subscriber.completed);
      assertTrue(stream.awaitClosed(Duration.ofSeconds(60)));
      assertEquals(0, stream.stats().discarded());
    }
  }

  @Attack
  void aResetConnectionEndsAlone() throws Exception {
    ChannelStream<ByteBuf> stream = settings.open();
    Collecting subscriber = new Collecting(Long.MAX_VALUE);
    stream.subscribe(subscriber);
    try (Server server = new Server(stream.initializer());
        Server.Client good = server.connect()) {
      for (int i = 0; i < 20; i++) {
        try (Server.Client reset = server.connect()) {
          reset.send(i);
          assertEquals(i, subscriber.nextInt());
          reset.socket.setSoLinger(true, 0);
        }
      }
      good.send(-1);
      assertEquals(-1, subscriber.nextInt());
      Await.until(() -> stream.stats().channels() == 1);
    }
  }

  /**
   * The end comes at any moment of a flood: whatever was received is delivered or discarded, and all
   * memory is given back.
   */
  @ParameterizedTest
  @EnumSource
  void nothingIsLostOrLeaksWhereverTheEndComes(End end) throws Exception {
    try (Server server = new Server()) {
      for (int i = 0; i < RACES; i++) {
        race(server, end, i);
        Await.until(
            () -> server.usedMemory() == 0,
            () -> end + ": " + server.usedMemory() + " bytes are in use");
      }
    }
  }

  private void race(Server server, End end, int delay) throws Exception {
    AtomicInteger handed = new AtomicInteger();
    ChannelSettings<ByteBuf> some = settings.share(4);
    ChannelStream<ByteBuf> stream =
        end == End.HAND_BACK
            ? some.onCancel(channel -> handBack(channel, handed)).open()
            : some.open();
    Collecting subscriber =
        new Collecting(Long.MAX_VALUE) {
          @Override
          void accept(Received<ByteBuf> received) {
            if (!received.reply(received.message()).isAccepted()) {
              received.release();
            }
          }
        };
    stream.subscribe(subscriber);
    Channel listening = server.listen(stream.initializer());
    try (Server.Client one = Server.connect(listening);
        Server.Client other = Server.connect(listening)) {
      Thread flood = flood(one, other);
      Await.until(() -> stream.stats().opened() == 2 && stream.stats().delivered() > 20L * delay);
      if (end == End.CLOSE) {
        stream.close();
      } else {
        subscriber.subscription().cancel();
      }
      assertTrue(stream.awaitClosed(Duration.ofSeconds(60)));
      one.socket.close();
      other.socket.close();
      flood.join();
    }
    if (end == End.CLOSE) {
      Await.until(() -> subscriber.completed);
    } else {
      assertFalse(subscriber.completed);
    }
    assertEquals(end == End.HAND_BACK ? 2 : 0, handed.get());
    awaitBalance(stream);
    assertEquals(0, subscriber.overlaps.get());
    listening.close().sync();
  }

  /** Waits until each message has its end: one that is discarded waits no more before it is counted. */
  private static void awaitBalance(ChannelStream<?> stream) {
    Await.until(
        () -> {
          ChannelStats stats = stream.stats();
          return stats.waiting() == 0 && stats.received() == stats.delivered() + stats.discarded();
        },
        stream::stats);
  }

  private static void handBack(Channel channel, AtomicInteger handed) {
    handed.incrementAndGet();
    channel.close();
  }

  /** Both send, and nobody reads the answers: the answers fill their queues, too. */
  private static Thread flood(Server.Client one, Server.Client other) {
    Thread flood =
        new Thread(
            () -> {
              try {
                for (int i = 0; ; i++) {
                  one.send(i);
                  other.send(i);
                }
              } catch (IOException closed) {
                // The end of the race.
              }
            });
    flood.start();
    return flood;
  }
}
