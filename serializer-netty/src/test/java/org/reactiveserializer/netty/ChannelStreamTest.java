package org.reactiveserializer.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.testing.Await;

/** A stream of the messages of real connections. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ChannelStreamTest {
  private final BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
  private final ChannelSettings<ByteBuf> settings =
      ChannelStream.frames(1024).onChannelError((channel, error) -> errors.add(error));

  @Test
  void deliversTheMessagesOfManyChannelsSerially() throws Exception {
    int clients = 20;
    int each = 500;
    ChannelStream<ByteBuf> stream = settings.open();
    Collecting subscriber =
        new Collecting(Long.MAX_VALUE) {
          @Override
          void accept(Received<ByteBuf> received) {
            assertEquals(true, received.reply(received.message()).isAccepted());
          }
        };
    stream.subscribe(subscriber);
    try (Server server = new Server(stream.initializer())) {
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        Thread thread =
            new Thread(
                () -> {
                  try (Server.Client client = server.connect()) {
                    for (int k = 0; k < each; k++) {
                      client.send(k);
                    }
                    for (int k = 0; k < each; k++) {
                      assertEquals(k, client.receive());
                    }
                  } catch (Throwable failed) {
                    errors.add(failed);
                  }
                });
        threads.add(thread);
        thread.start();
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertNull(errors.poll());
      assertEquals(0, subscriber.overlaps.get());
      Await.until(() -> stream.stats().channels() == 0);
      ChannelStats stats = stream.stats();
      assertEquals(clients * each, stats.received());
      assertEquals(clients * each, stats.delivered());
      assertEquals(clients, stats.opened());
    }
  }

  @Test
  void withoutDemandEachChannelHasItsShareWaitingAndIsNotRead() throws Exception {
    ChannelStream<ByteBuf> stream = settings.share(4).open();
    Collecting subscriber = new Collecting(0);
    stream.subscribe(subscriber);
    CountDownLatch quietIsRead = new CountDownLatch(1);
    try (Server server = new Server(watched(stream, -1, quietIsRead));
        Server.Client loud = server.connect();
        Server.Client quiet = server.connect()) {
      Thread flood =
          new Thread(
              () -> {
                try {
                  for (int i = 0; ; i++) {
                    loud.send(i);
                  }
                } catch (IOException closed) {
                  // The end of the test.
                }
              });
      flood.start();
      Await.until(() -> stream.stats().waiting() >= 4);
      quiet.send(-1);
      quietIsRead.await();
      Await.until(() -> flood.getState() == Thread.State.RUNNABLE && isStill(stream));
      // One read of the socket brings at most 64 KiB.
      assertTrue(stream.stats().waiting() <= 5 + (65536 / 8), stream.stats()::toString);
      // At most the share of the loud channel is before the message of the quiet one.
      subscriber.subscription().request(5);
      List<Integer> first = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        first.add(subscriber.nextInt());
      }
      assertTrue(first.contains(-1), first::toString);
      // And it goes on, in order.
      subscriber.subscription().request(100_000);
      int expected = 4;
      for (int i = 0; i < 100_000; i++) {
        assertEquals(expected++, subscriber.nextInt());
      }
      loud.socket.close();
      flood.join();
    }
  }

  /** Adds the stream to each channel, and sees when a channel has read a frame with this number. */
  private static ChannelInitializer<Channel> watched(
      ChannelStream<?> stream, int number, CountDownLatch isRead) {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(Channel channel) {
        channel
            .pipeline()
            .addLast(
                new ChannelInboundHandlerAdapter() {
                  private boolean found;

                  @Override
                  public void channelRead(ChannelHandlerContext context, Object message) {
                    ByteBuf read = (ByteBuf) message;
                    found |= read.readableBytes() >= 8 && read.getInt(4) == number;
                    context.fireChannelRead(message);
                  }

                  @Override
                  public void channelReadComplete(ChannelHandlerContext context) {
                    context.fireChannelReadComplete();
                    if (found) {
                      isRead.countDown();
                    }
                  }
                });
        stream.addTo(channel.pipeline());
      }
    };
  }

  private static boolean isStill(ChannelStream<?> stream) {
    long before = stream.stats().received();
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    return stream.stats().received() == before && before > 0;
  }

  @Test
  void refusesAFrameThatIsTooLong() throws Exception {
    ChannelStream<ByteBuf> stream = settings.open();
    Collecting subscriber = new Collecting(Long.MAX_VALUE);
    stream.subscribe(subscriber);
    try (Server server = new Server(stream.initializer());
        Server.Client bad = server.connect();
        Server.Client good = server.connect()) {
      bad.send(1);
      assertEquals(1, subscriber.nextInt());
      bad.out.writeInt(1025);
      bad.out.writeInt(0);
      Throwable error = Await.next(errors);
      FrameTooLongException tooLong = assertInstanceOf(FrameTooLongException.class, error);
      assertEquals(
          "a frame has from 0 to 1024 bytes, this one claims to have 1025", tooLong.getMessage());
      bad.awaitEnd();
      good.send(2);
      assertEquals(2, subscriber.nextInt());
      assertEquals(1, stream.stats().failed());
      assertNull(errors.poll());
    }
  }

  @Test
  void refusesTooManyChannels() throws Exception {
    ChannelStream<ByteBuf> stream = settings.maxChannels(1).open();
    Collecting subscriber = new Collecting(Long.MAX_VALUE);
    stream.subscribe(subscriber);
    try (Server server = new Server(stream.initializer());
        Server.Client first = server.connect()) {
      first.send(1);
      assertEquals(1, subscriber.nextInt());
      try (Server.Client second = server.connect()) {
        assertEquals(
            "the stream has 1 channels already, which is its limit",
            Await.next(errors).getMessage());
        second.awaitEnd();
      }
      first.socket.close();
      Await.until(() -> stream.stats().channels() == 0);
      try (Server.Client third = server.connect()) {
        third.send(3);
        assertEquals(3, subscriber.nextInt());
      }
      assertEquals(1, stream.stats().refused());
    }
  }

  @Test
  void closesAChannelThatIsIdleAlsoIfItSendsBytes() throws Exception {
    ChannelStream<ByteBuf> stream = settings.idleTimeout(Duration.ofMillis(300)).open();
    stream.subscribe(new Collecting(Long.MAX_VALUE));
    try (Server server = new Server(stream.initializer());
        Server.Client slow = server.connect()) {
      slow.out.writeInt(1000);
      Throwable error = null;
      for (int i = 0; i < 900 && error == null; i++) {
        try {
          slow.out.write(0);
        } catch (SocketException closed) {
          error = Await.next(errors);
          break;
        }
        error = errors.poll(10, TimeUnit.MILLISECONDS);
      }
      assertInstanceOf(IdleChannelException.class, error);
      slow.awaitEnd();
      assertEquals(1, stream.stats().timedOut());
    }
  }

  @Test
  void aSlowReaderHasABoundOfReplies() throws Exception {
    ChannelStream<ByteBuf> stream = settings.replyQueue(8).open();
    Collecting subscriber = new Collecting(Long.MAX_VALUE);
    stream.subscribe(subscriber);
    try (Server server = new Server(stream.initializer());
        Server.Client slow = server.connect()) {
      slow.send(7);
      Received<ByteBuf> received = subscriber.next();
      List<ByteBuf> sent = new ArrayList<>();
      int accepted = 0;
      ByteBuf last;
      EmitOutcome result;
      do {
        last = Unpooled.buffer(1 << 16).writeInt(accepted).writeZero((1 << 16) - 4);
        result = received.reply(last);
        if (result.isAccepted()) {
          accepted++;
          sent.add(last);
        }
      } while (result.isAccepted());
      assertEquals(EmitOutcome.OVERFLOW, result);
      assertEquals(1, last.refCnt());
      last.release();
      received.release();
      // When the client reads, all that was accepted arrives in order.
      for (int i = 0; i < accepted; i++) {
        assertEquals(1 << 16, slow.in.readInt());
        assertEquals(i, slow.in.readInt());
        slow.in.skipNBytes((1 << 16) - 4);
      }
      Await.until(() -> sent.stream().allMatch(each -> each.refCnt() == 0));
      slow.socket.close();
      Await.until(() -> stream.stats().channels() == 0);
      ByteBuf late = Unpooled.buffer();
      assertEquals(EmitOutcome.CANCELLED, received.reply(late));
      assertEquals(1, late.refCnt());
    }
  }

  /**
   * A client sends without reading: it is not read any more when its answers wait. When it reads, each
   * message has its answer.
   */
  @Test
  void aClientThatDoesNotReadItsAnswersIsNotRead() throws Exception {
    int sent = 20_000;
    int length = 1000;
    ChannelStream<ByteBuf> stream = settings.share(4).replyQueue(8).open();
    Echoing subscriber = new Echoing();
    stream.subscribe(subscriber);
    try (Server server = new Server(stream.initializer());
        Server.Client client = server.connect()) {
      Thread sender =
          new Thread(
              () -> {
                try {
                  for (int i = 0; i < sent; i++) {
                    byte[] frame = new byte[4 + length];
                    ByteBuffer.wrap(frame).putInt(length).putInt(i);
                    client.out.write(frame);
                  }
                } catch (IOException closed) {
                  // The test has failed.
                }
              });
      sender.start();
      Await.until(() -> stream.stats().received() > 1000 && isStill(stream));
      assertTrue(stream.stats().received() < sent, stream.stats()::toString);
      for (int i = 0; i < sent; i++) {
        assertEquals(length, client.in.readInt());
        assertEquals(i, client.in.readInt());
        client.in.skipNBytes(length - 4);
      }
      sender.join();
      assertEquals(0, subscriber.refused.get());
    }
  }

  @Test
  void aClientThatNeverReadsItsAnswersIsIdle() throws Exception {
    ChannelStream<ByteBuf> stream = settings.idleTimeout(Duration.ofMillis(300)).open();
    stream.subscribe(new Echoing());
    try (Server server = new Server(stream.initializer());
        Server.Client client = server.connect()) {
      byte[] frame = new byte[4 + 1000];
      ByteBuffer.wrap(frame).putInt(1000);
      assertThrows(
          SocketException.class,
          () -> {
            while (true) {
              client.out.write(frame);
            }
          });
      assertInstanceOf(IdleChannelException.class, Await.next(errors));
      assertEquals(1, stream.stats().timedOut());
    }
  }

  /** Sends each message back. */
  private static final class Echoing extends Collecting {
    final AtomicInteger refused = new AtomicInteger();

    Echoing() {
      super(Long.MAX_VALUE);
    }

    @Override
    void accept(Received<ByteBuf> received) {
      if (!received.reply(received.message()).isAccepted()) {
        refused.incrementAndGet();
        received.release();
      }
    }
  }
}
