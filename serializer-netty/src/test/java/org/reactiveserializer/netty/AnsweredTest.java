package org.reactiveserializer.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.util.BitSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.testing.Attack;
import org.reactiveserializer.testing.Await;

/** The credit of a message returns with its answer: so the answer finds room. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AnsweredTest {
  private static final int REQUESTS = 20_000;
  private static final int SHARE = 4;

  /** Answers in the threads of a pool. */
  static final class Pool extends Collecting {
    final ExecutorService threads = Executors.newFixedThreadPool(4);
    final AtomicInteger refused = new AtomicInteger();

    Pool() {
      super(Long.MAX_VALUE);
    }

    @Override
    void accept(Received<ByteBuf> received) {
      threads.execute(
          () -> {
            if (!received.reply(received.message()).isAccepted()) {
              refused.incrementAndGet();
              received.release();
            }
          });
    }
  }

  @Attack
  void aPoolAnswersAnyNumberOfRequestsThatDoNotWaitForEachOther() throws Exception {
    ChannelStream<ByteBuf> stream = ChannelStream.frames(1024).open();
    Pool pool = new Pool();
    stream.subscribe(pool);
    try (Server server = new Server(stream.initializer());
        Server.Client client = server.connect()) {
      Thread sender =
          new Thread(
              () -> {
                try {
                  for (int i = 0; i < REQUESTS; i++) {
                    client.send(i);
                  }
                } catch (IOException closed) {
                  // The test has failed.
                }
              });
      sender.start();
      BitSet answered = new BitSet();
      for (int i = 0; i < REQUESTS && pool.refused.get() == 0; i++) {
        answered.set(client.receive());
      }
      assertEquals(0, pool.refused.get());
      assertEquals(REQUESTS, answered.cardinality());
      sender.join();
    } finally {
      pool.threads.shutdown();
    }
  }

  private final Collecting subscriber = new Collecting(Long.MAX_VALUE);
  private final EmbeddedChannel channel = new EmbeddedChannel();

  /** Brings so many messages, and returns how many of them the subscriber has. */
  private int bring(ChannelSettings<ByteBuf> settings, int messages) {
    ChannelStream<ByteBuf> stream = settings.open();
    stream.subscribe(subscriber);
    stream.addTo(channel.pipeline());
    Object[] all = new Object[messages];
    for (int i = 0; i < messages; i++) {
      all[i] = Unpooled.copyInt(i);
    }
    channel.writeInbound(all);
    return subscriber.messages.size();
  }

  private void end() {
    channel.finishAndReleaseAll();
    subscriber.messages.forEach(Received::release);
  }

  /** An answer waits for the thread of the channel, and the credit with it, also if the message is released. */
  @Test
  void theCreditReturnsWhenTheAnswerIsWritten() throws Exception {
    ChannelStream<ByteBuf> stream = ChannelStream.frames(1024).share(1).open();
    stream.subscribe(subscriber);
    try (Server server = new Server(stream.initializer());
        Server.Client client = server.connect()) {
      client.send(1);
      Received<ByteBuf> first = subscriber.next();
      Await.until(() -> stream.stats().bytes() == 4 + Holding.MESSAGE);
      ReplyTest.whileBusy(
          first.channel(),
          () -> {
            assertEquals(EmitOutcome.QUEUED, first.reply(Unpooled.buffer(4).writeInt(7)));
            first.release();
            assertEquals(4 + Holding.MESSAGE, stream.stats().bytes(), "the answer waits");
          });
      assertEquals(7, client.receive());
      client.send(2);
      assertEquals(2, subscriber.nextInt());
      Await.until(() -> stream.stats().bytes() == 0);
    }
  }

  @Test
  void aShareIsNotAnsweredAtMost() {
    assertEquals(SHARE, bring(ChannelStream.of(ByteBuf.class).share(SHARE), 10));
    Received<ByteBuf> twice = subscriber.messages.remove();
    assertTrue(twice.reply(twice.message()).isAccepted());
    assertTrue(twice.reply(Unpooled.copyInt(1)).isAccepted());
    channel.runPendingTasks();
    assertEquals(SHARE - 1, subscriber.messages.size(), "two answers gave one credit");
    subscriber.messages.remove().release();
    channel.runPendingTasks();
    assertEquals(SHARE, subscriber.messages.size());
    end();
  }

  @Test
  void theCreditMayReturnAtTheDelivery() {
    assertEquals(10, bring(ChannelStream.of(ByteBuf.class).share(SHARE).creditAtDelivery(), 10));
    end();
  }

  @Test
  void moreRepliesThanAShareMayWait() {
    assertEquals(64, ChannelStream.of(ByteBuf.class).replyQueue());
    assertEquals(100, ChannelStream.of(ByteBuf.class).share(100).replyQueue());
    assertEquals(2, ChannelStream.of(ByteBuf.class).share(100).replyQueue(2).replyQueue());
  }
}
