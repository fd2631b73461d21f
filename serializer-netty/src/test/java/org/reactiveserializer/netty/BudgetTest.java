package org.reactiveserializer.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.LineBasedFrameDecoder;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.testing.Attack;
import org.reactiveserializer.testing.Await;

/** What all channels together hold has a bound, and those that hold little are served. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BudgetTest {
  private static final int FRAME = 100 << 10;
  private static final int BUDGET = 1 << 20;
  private static final int READ = 64 << 10; // what one read of a socket brings at most

  private final BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();

  private static Collecting echo() {
    return new Collecting(Long.MAX_VALUE) {
      @Override
      void accept(Received<ByteBuf> received) {
        if (!received.reply(received.message()).isAccepted()) {
          received.release();
        }
      }
    };
  }

  /** Two hundred clients leave out the last byte of a frame. */
  @Attack
  void aGoodClientIsServedWhileManyHoldFramesInTheMaking() throws Exception {
    ChannelStream<ByteBuf> stream =
        ChannelStream.frames(FRAME)
            .budget(BUDGET)
            .onChannelError((channel, error) -> errors.add(error))
            .open();
    stream.subscribe(echo());
    List<Server.Client> hostile = new ArrayList<>();
    try (Server server = new Server(stream.initializer());
        Server.Client good = server.connect()) {
      long most = 0;
      for (int i = 0; i < 200; i++) {
        Server.Client client = server.connect();
        hostile.add(client);
        writeUnlessClosed(client, frame(FRAME, FRAME - 1));
        good.send(i);
        assertEquals(i, good.receive());
        most = Math.max(most, server.usedMemory());
      }
      assertTrue(most <= 3 * BUDGET, "bytes in use: " + most);
      ChannelStats stats = stream.stats();
      assertTrue(stats.bytes() <= 2 * BUDGET, stats::toString);
      assertTrue(stats.overBudget() > 0, stats::toString);
      errors.forEach(
          error ->
              assertTrue(
                  error instanceof OverBudgetException || error instanceof SocketException,
                  error::toString));
      for (Server.Client client : hostile) {
        client.close();
      }
      Await.until(() -> stream.stats().channels() == 1);
      Await.until(() -> stream.stats().bytes() == 0, stream::stats);
    }
  }

  private static byte[] frame(int announced, int sent) {
    byte[] bytes = new byte[4 + sent];
    Unpooled.wrappedBuffer(bytes).writerIndex(0).writeInt(announced);
    return bytes;
  }

  private static void writeUnlessClosed(Server.Client client, byte[] bytes) {
    try {
      client.out.write(bytes);
    } catch (IOException closed) {
      // By the server.
    }
  }

  /** Empty frames, which nobody requests: their objects count. */
  @Test
  void emptyMessagesThatAreHeldCount() throws Exception {
    ChannelStream<ByteBuf> stream =
        ChannelStream.frames(FRAME)
            .budget(BUDGET)
            .onChannelError((channel, error) -> errors.add(error))
            .open();
    Collecting subscriber = new Collecting(0);
    stream.subscribe(subscriber);
    List<Server.Client> hostile = new ArrayList<>();
    try (Server server = new Server(stream.initializer());
        Server.Client good = server.connect()) {
      good.send(7);
      Await.until(() -> stream.stats().waiting() == 1);
      for (int i = 0; i < 20; i++) {
        Server.Client client = server.connect();
        hostile.add(client);
        writeUnlessClosed(client, new byte[READ]);
        ChannelStats stats = stream.stats();
        assertTrue(stats.bytes() <= 2 * BUDGET + 2L * READ / 4 * Holding.MESSAGE);
      }
      Await.until(() -> stream.stats().overBudget() > 0, stream::stats);
      assertInstanceOf(OverBudgetException.class, Await.next(errors));
      subscriber.subscription().request(Long.MAX_VALUE);
      assertEquals(7, subscriber.nextInt());
      for (Server.Client client : hostile) {
        client.close();
      }
      Await.until(
          () -> {
            subscriber.messages.removeIf(BudgetTest::released);
            return stream.stats().channels() == 1 && stream.stats().bytes() == 0;
          },
          stream::stats);
    }
  }

  /** What it sent waits for room for its answers: it must not stop the others. */
  @Attack
  void aChannelThatDoesNotTakeItsAnswersIsClosed() {
    ChannelStream<ByteBuf> stream = ChannelStream.of(ByteBuf.class).budget(10_000).open();
    Collecting subscriber = new Collecting(Long.MAX_VALUE);
    stream.subscribe(subscriber);
    EmbeddedChannel blocked = new EmbeddedChannel();
    EmbeddedChannel good = new EmbeddedChannel();
    stream.addTo(blocked.pipeline());
    stream.addTo(good.pipeline());
    blocked.write(Unpooled.buffer().writeZero(1 << 17)); // and not flushed
    assertFalse(blocked.isWritable());
    for (int i = 0; i < 4; i++) {
      blocked.writeInbound(Unpooled.buffer().writeZero(1000));
    }
    assertTrue(blocked.isOpen());
    good.writeInbound(Unpooled.buffer().writeZero(1000));
    blocked.runPendingTasks();
    assertFalse(blocked.isOpen());
    assertTrue(good.isOpen());
    assertEquals(1, stream.stats().overBudget());
    subscriber.messages.forEach(Received::release);
    good.finishAndReleaseAll();
    blocked.finishAndReleaseAll();
    assertEquals(0, stream.stats().bytes());
  }

  private static boolean released(Received<ByteBuf> message) {
    message.release();
    return true;
  }

  /** A subscriber that is slow costs no channel. */
  @Test
  void whileMessagesHaveAHalfNothingIsRead() {
    ChannelStream<ByteBuf> stream = ChannelStream.of(ByteBuf.class).budget(10_000).open();
    Collecting subscriber = new Collecting(0);
    stream.subscribe(subscriber);
    AtomicInteger reads = new AtomicInteger();
    EmbeddedChannel channel = new EmbeddedChannel(counting(reads));
    stream.addTo(channel.pipeline());
    reads.set(0);
    for (int i = 0; i < 5; i++) {
      assertEquals(i, reads.get());
      channel.writeInbound(Unpooled.buffer().writeZero(1000));
    }
    assertEquals(4, reads.get(), "it was read, although messages have a half of the budget");
    assertEquals(5 * (1000 + Holding.MESSAGE), stream.stats().bytes());
    subscriber.subscription().request(1);
    subscriber.messages.remove().release();
    channel.runPendingTasks();
    assertEquals(4, reads.get(), "it was read before there was room for more than one message");
    subscriber.subscription().request(1);
    channel.runPendingTasks();
    assertEquals(4, reads.get(), "it was read before the message was released");
    subscriber.messages.remove().release();
    channel.runPendingTasks();
    assertEquals(5, reads.get());
    assertEquals(0, stream.stats().failed());
    subscriber.subscription().cancel();
    subscriber.messages.forEach(Received::release);
    channel.finishAndReleaseAll();
    assertEquals(0, stream.stats().bytes());
  }

  private static ChannelOutboundHandlerAdapter counting(AtomicInteger reads) {
    return new ChannelOutboundHandlerAdapter() {
      @Override
      public void read(ChannelHandlerContext context) {
        reads.incrementAndGet();
        context.read();
      }
    };
  }

  /** What decoders of the user keep counts, too. */
  @Test
  void theChannelWhoseMessageIsInTheMakingForLongestIsClosed() {
    ChannelStream<ByteBuf> stream =
        ChannelStream.of(ByteBuf.class)
            .budget(10_000)
            .onChannelError((channel, error) -> errors.add(error))
            .open();
    Collecting subscriber = new Collecting(Long.MAX_VALUE);
    stream.subscribe(subscriber);
    EmbeddedChannel large = new EmbeddedChannel(new LineBasedFrameDecoder(1 << 20));
    EmbeddedChannel small = new EmbeddedChannel(new LineBasedFrameDecoder(1 << 20));
    stream.addTo(large.pipeline());
    stream.addTo(small.pipeline());
    for (int i = 0; i < 7; i++) {
      large.writeInbound(Unpooled.buffer().writeZero(1000));
    }
    small.writeInbound(Unpooled.buffer().writeZero(1500));
    assertEquals(8500, stream.stats().bytes());
    small.writeInbound(Unpooled.buffer().writeZero(1000).writeByte('\n'));
    large.runPendingTasks();
    assertFalse(large.isOpen());
    assertTrue(small.isOpen());
    assertInstanceOf(OverBudgetException.class, errors.poll());
    assertEquals(1, stream.stats().overBudget());
    Received<ByteBuf> line = subscriber.messages.remove();
    assertEquals(2500, line.message().readableBytes());
    line.release();
    assertEquals(0, stream.stats().bytes());
    small.finishAndReleaseAll();
    large.finishAndReleaseAll();
  }

  @Test
  void aBudgetHasRoomForTheLongestFrame() {
    ChannelSettings<ByteBuf> settings = ChannelStream.frames(1000);
    assertEquals(4000, settings.budget(4000).budget());
    String message =
        assertThrows(IllegalArgumentException.class, () -> settings.budget(3999)).getMessage();
    assertEquals("budget must be at least 4000, was 3999", message);
    assertThrows(
        IllegalArgumentException.class, () -> ChannelStream.of(String.class).budget(0).open());
    assertTrue(ChannelStream.frames(1 << 29).budget() >= 1L << 31);
  }

  /** A channel that closes leaves no task behind until its time is up. */
  @Test
  void silenceHasALimitByDefaultWhichEndsWithTheChannel() {
    ChannelSettings<ByteBuf> settings = ChannelStream.of(ByteBuf.class);
    assertEquals(Duration.ofMinutes(5).toNanos(), settings.idleNanos());
    assertEquals(0, settings.noIdleTimeout().idleNanos());
    EmbeddedChannel channel = new EmbeddedChannel();
    settings.open().addTo(channel.pipeline());
    assertTrue(channel.runScheduledPendingTasks() > 0);
    channel.finishAndReleaseAll();
    assertEquals(-1, channel.runScheduledPendingTasks());
  }
}
