package org.reactiveserializer.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.testing.Await;

/** Answers that the thread of the channel emits, beside those of other threads. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ReplyTest {
  private static final int CAPACITY = 8;

  private final AtomicInteger flushes = new AtomicInteger();
  private final ChannelStream<ByteBuf> stream =
      ChannelStream.frames(1024).replyQueue(CAPACITY).open();

  /** Runs a step in the thread of the channel, with its first message. */
  private void subscribe(Function<Received<ByteBuf>, ?> step, BlockingQueue<Object> outcomes) {
    stream.subscribe(
        new Collecting(Long.MAX_VALUE) {
          @Override
          void accept(Received<ByteBuf> received) {
            received.release();
            outcomes.add(step.apply(received));
          }
        });
  }

  private ChannelInitializer<Channel> counted() {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(Channel channel) {
        channel
            .pipeline()
            .addLast(
                new ChannelDuplexHandler() {
                  @Override
                  public void flush(ChannelHandlerContext context) {
                    flushes.incrementAndGet();
                    context.flush();
                  }
                });
        stream.addTo(channel.pipeline());
      }
    };
  }

  private static EmitOutcome reply(Received<ByteBuf> to, int value) {
    return to.reply(Unpooled.buffer(4).writeInt(value));
  }

  private static void inOtherThread(Runnable step) {
    Thread thread = new Thread(step);
    thread.start();
    Await.until(() -> !thread.isAlive());
  }

  /** The answer of another thread waits for the channel's thread. What that one emits then comes after it. */
  @Test
  void anAnswerThatIsEmittedLaterIsWrittenLater() throws Exception {
    BlockingQueue<Object> outcomes = new LinkedBlockingQueue<>();
    subscribe(
        received -> {
          List<EmitOutcome> results = new ArrayList<>();
          results.add(reply(received, 0));
          inOtherThread(() -> results.add(reply(received, 1)));
          results.add(reply(received, 2));
          return results;
        },
        outcomes);
    try (Server server = new Server(stream.initializer());
        Server.Client client = server.connect()) {
      client.send(7);
      assertEquals(
          List.of(EmitOutcome.DELIVERED, EmitOutcome.QUEUED, EmitOutcome.QUEUED),
          Await.next(outcomes));
      for (int i = 0; i < 3; i++) {
        assertEquals(i, client.receive());
      }
    }
  }

  /** So many answers wait that a sink without a bound would collect those of each thread. */
  @Test
  void manyAnswersKeepTheirOrder() throws Exception {
    int first = 20;
    ChannelStream<ByteBuf> large = ChannelStream.frames(1024).open();
    Collecting subscriber = new Collecting(Long.MAX_VALUE);
    large.subscribe(subscriber);
    try (Server server = new Server(large.initializer());
        Server.Client client = server.connect()) {
      client.send(7);
      Received<ByteBuf> received = subscriber.next();
      received.release();
      whileBusy(
          received.channel(),
          () -> {
            for (int i = 0; i < first; i++) {
              reply(received, i);
            }
            inOtherThread(() -> reply(received, first));
            reply(received, first + 1);
          });
      for (int i = 0; i < first + 2; i++) {
        assertEquals(i, client.receive());
      }
    }
  }

  /** The answers of a channel have a bound. They are written in one task, and flushed once. */
  @Test
  void answersOfAnotherThreadHaveABoundAndAreFlushedTogether() throws Exception {
    BlockingQueue<Object> outcomes = new LinkedBlockingQueue<>();
    subscribe(
        received -> {
          List<EmitOutcome> results = new ArrayList<>();
          inOtherThread(
              () -> {
                for (int i = 0; i <= CAPACITY; i++) {
                  results.add(reply(received, i));
                }
              });
          return results;
        },
        outcomes);
    try (Server server = new Server(counted());
        Server.Client client = server.connect()) {
      client.send(7);
      List<EmitOutcome> expected = new ArrayList<>();
      for (int i = 0; i < CAPACITY; i++) {
        expected.add(EmitOutcome.QUEUED);
      }
      expected.add(EmitOutcome.OVERFLOW);
      assertEquals(expected, Await.next(outcomes));
      for (int i = 0; i < CAPACITY; i++) {
        assertEquals(i, client.receive());
      }
      assertEquals(1, flushes.get());
    }
  }

  /** Answers wait for the channel's thread while the channel closes: each is released, once. */
  @Test
  void answersForAChannelThatClosesAreReleased() throws Exception {
    BlockingQueue<Object> outcomes = new LinkedBlockingQueue<>();
    List<ByteBuf> answers = new ArrayList<>();
    subscribe(
        received -> {
          inOtherThread(
              () -> {
                for (int i = 1; i < CAPACITY; i++) {
                  ByteBuf answer = Unpooled.buffer(4).writeInt(i);
                  answers.add(answer);
                  received.reply(answer);
                }
              });
          received.channel().close(); // at once: this is its thread
          ByteBuf last = Unpooled.buffer(4);
          answers.add(last);
          return received.reply(last);
        },
        outcomes);
    try (Server server = new Server(stream.initializer());
        Server.Client client = server.connect()) {
      client.send(7);
      assertEquals(EmitOutcome.QUEUED, Await.next(outcomes));
      client.awaitEnd();
      Await.until(() -> answers.stream().allMatch(each -> each.refCnt() == 0));
      assertEquals(CAPACITY, answers.size());
    }
  }

  /** A channel is handed back while an answer waits for its thread: it is released, and not written. */
  @Test
  void answersForAChannelThatIsHandedBackAreReleased() throws Exception {
    ChannelStream<ByteBuf> handingBack =
        ChannelStream.frames(1024)
            .onCancel(
                channel ->
                    channel.writeAndFlush(Unpooled.buffer(4).writeInt(42), channel.voidPromise()))
            .open();
    Collecting subscriber = new Collecting(Long.MAX_VALUE);
    handingBack.subscribe(subscriber);
    try (Server server = new Server(handingBack.initializer());
        Server.Client client = server.connect()) {
      client.send(7);
      Received<ByteBuf> received = subscriber.next();
      received.release();
      ByteBuf answer = Unpooled.buffer(4).writeInt(1);
      whileBusy(
          received.channel(),
          () -> {
            subscriber.subscription().cancel();
            assertEquals(EmitOutcome.QUEUED, received.reply(answer));
          });
      assertEquals(42, client.receive());
      Await.until(() -> answer.refCnt() == 0);
      assertEquals(EmitOutcome.CANCELLED, reply(received, 2));
      received.channel().close();
      assertEquals(-1, client.in.read());
    }
  }

  /** Runs a step while the thread of a channel is busy. */
  static void whileBusy(Channel channel, Runnable step) throws InterruptedException {
    CountDownLatch isBusy = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    channel
        .eventLoop()
        .execute(
            () -> {
              isBusy.countDown();
              Await.until(() -> goOn.getCount() == 0);
            });
    isBusy.await();
    step.run();
    goOn.countDown();
  }

  /** The event loop ends while answers wait for it: each is written or released, and no more is taken. */
  @Test
  void answersForAnEventLoopThatEndsAreReleased() throws Exception {
    BlockingQueue<Object> messages = new LinkedBlockingQueue<>();
    subscribe(received -> received, messages);
    List<ByteBuf> answers = new ArrayList<>();
    Received<?> received;
    Server server = new Server(stream.initializer());
    try (Server.Client client = server.connect()) {
      client.send(7);
      received = (Received<?>) Await.next(messages);
      Received<?> to = received;
      whileBusy(
          received.channel(),
          () -> {
            for (int i = 0; i < CAPACITY; i++) {
              ByteBuf answer = Unpooled.buffer(4).writeInt(i);
              answers.add(answer);
              assertEquals(EmitOutcome.QUEUED, to.reply(answer));
            }
          });
    } finally {
      server.close();
    }
    Await.until(
        () -> stream.stats().channels() == 0); // the stream learns of the end a little later
    ByteBuf late = Unpooled.buffer(4);
    assertEquals(EmitOutcome.CANCELLED, received.reply(late));
    assertEquals(1, late.refCnt());
    Await.until(() -> answers.stream().allMatch(each -> each.refCnt() == 0));
  }

  /** Several threads answer one client. The answers of each arrive in its order, and none is missing. */
  @Test
  void theAnswersOfEachThreadArriveInItsOrder() throws Exception {
    int threads = 3;
    int each = 5_000;
    BlockingQueue<Object> messages = new LinkedBlockingQueue<>();
    subscribe(received -> received, messages);
    try (Server server = new Server(stream.initializer());
        Server.Client client = server.connect()) {
      client.send(7);
      Received<?> received = (Received<?>) Await.next(messages);
      List<Thread> running = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        int of = t << 24;
        Runnable emitting =
            () -> {
              for (int i = 0; i < each; i++) {
                ByteBuf answer = Unpooled.buffer(4).writeInt(of | i);
                while (!received.reply(answer).isAccepted()) {
                  Thread.onSpinWait();
                }
              }
            };
        running.add(new Thread(emitting));
      }
      // And the thread of the channel, which must not wait for room: that is made by itself.
      Channel channel = received.channel();
      AtomicInteger own = new AtomicInteger();
      Runnable step =
          new Runnable() {
            @Override
            public void run() {
              ByteBuf answer = Unpooled.buffer(4).writeInt(threads << 24 | own.get());
              if (!received.reply(answer).isAccepted()) {
                answer.release();
              } else if (own.incrementAndGet() == each) {
                return;
              }
              channel.eventLoop().execute(this);
            }
          };
      running.forEach(Thread::start);
      channel.eventLoop().execute(step);
      int[] next = new int[threads + 1];
      for (int i = 0; i < (threads + 1) * each; i++) {
        int value = client.receive();
        assertEquals(
            next[value >> 24]++, value & 0xff_ffff, () -> "answer of thread " + (value >> 24));
      }
      for (Thread thread : running) {
        thread.join();
      }
    }
  }
}
