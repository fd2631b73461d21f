package org.reactiveserializer.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.channel.nio.NioIoHandler;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.testing.Await;
import org.reactiveserializer.testing.Stop;

/**
 * A channel ends in order while other threads answer. Either the thread of the channel is stopped before and
 * after each of its steps, or the one that answers is.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EndStopsTest {
  private static final int MESSAGES = 3;

  /** One instruction: to end, and to look at the number of messages. */
  private static int end(Credit credit) {
    return credit.end() ? 0 : 1;
  }

  @ParameterizedTest
  @CsvSource({"1, false", "3, false", "8, false", "1, true", "3, true"})
  void exactlyOneClosesWhereverTheEndIsReached(int share, boolean isPaused) {
    for (int before = 0; before <= Math.min(share, MESSAGES); before++) {
      assertEquals(1, closers(share, isPaused, before, 0, EndStopsTest::end));
    }
  }

  /** The twin looks first: the last message that is given back in between closes nothing. */
  @Test
  void theTwinThatLooksBeforeItEndsIsCaught() {
    assertEquals(
        0,
        closers(
            MESSAGES,
            false,
            0,
            MESSAGES,
            credit -> {
              boolean isUsed = credit.isInUse();
              giveBack(credit, MESSAGES);
              credit.end();
              return isUsed ? 0 : 1;
            }));
  }

  /** Returns how many ask for the close, if so many messages are given back before the end, and in it. */
  private static int closers(
      int share, boolean isPaused, int before, int within, ToIntFunction<Credit> end) {
    Credit credit = new Credit(share);
    int messages = Math.min(share, MESSAGES);
    for (int i = 0; i < messages; i++) {
      assertTrue(credit.isLeft());
      credit.take();
    }
    if (isPaused && !credit.pause()) {
      credit.resume();
    }
    int closers = giveBack(credit, before) + end.applyAsInt(credit);
    closers += giveBack(credit, messages - before - within);
    assertTrue(credit.isOver());
    return closers;
  }

  private static int giveBack(Credit credit, int messages) {
    int closers = 0;
    for (int i = 0; i < messages; i++) {
      closers += Credit.asksToClose(credit.giveBack()) ? 1 : 0;
    }
    return closers;
  }

  @Test
  void whatIsHeldGetsCreditAlsoAtTheEnd() {
    Credit credit = new Credit(1);
    assertFalse(credit.end());
    assertTrue(credit.isLeft());
    credit.take();
    assertFalse(credit.isLeft());
    assertFalse(credit.isOver());
    assertTrue(credit.pause() || credit.isInUse());
    int given = credit.giveBack();
    assertTrue(credit.asksToResume(given));
    assertTrue(Credit.asksToClose(given));
  }

  // A thread that answers is stopped.

  private enum At {
    NOWHERE,
    /** It has seen that the channel is open, and has not reserved a place. */
    BEFORE_THE_PLACE,
    /** It has a place, and has not told the event loop. */
    BEFORE_THE_TASK
  }

  private final Stop stop = new Stop();
  private volatile At at = At.NOWHERE;
  private volatile Thread answering = Thread.currentThread();

  /** Two event loops that stop the answering thread. */
  private final class Loops extends MultiThreadIoEventLoopGroup {
    Loops() {
      super(2, NioIoHandler.newFactory());
    }

    @Override
    protected IoEventLoop newChild(
        Executor executor, IoHandlerFactory factory, Object... arguments) {
      return new SingleThreadIoEventLoop(this, executor, factory) {
        @Override
        public boolean inEventLoop() {
          stopIf(At.BEFORE_THE_PLACE);
          return super.inEventLoop();
        }

        @Override
        public void execute(Runnable task) {
          stopIf(At.BEFORE_THE_TASK);
          super.execute(task);
        }
      };
    }
  }

  private void stopIf(At where) {
    if (at == where && Thread.currentThread() == answering) {
      at = At.NOWHERE;
      stop.here();
    }
  }

  private final ChannelStream<ByteBuf> stream = ChannelStream.frames(1024).open();
  private final Collecting subscriber = new Collecting(Long.MAX_VALUE);
  private final Server server = new Server(new Loops(), stream.initializer());
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private @Nullable Received<ByteBuf> received;
  private final ByteBuf answer = Unpooled.buffer(4).writeInt(7);

  @AfterEach
  void close() {
    server.close();
    threads.shutdownNow();
  }

  /** Returns the result of an answer that comes after the message was released. */
  private Future<EmitOutcome> answerAndStop(Server.Client client, At where) throws Exception {
    stream.subscribe(subscriber);
    client.send(1);
    Received<ByteBuf> given = subscriber.next();
    received = given;
    given.release();
    Await.until(() -> stream.stats().held() == 0);
    Future<EmitOutcome> result =
        threads.submit(
            () -> {
              answering = Thread.currentThread();
              at = where;
              return given.reply(answer);
            });
    stop.awaitReached();
    return result;
  }

  @Test
  void anAnswerThatHasNoPlaceIsRefused() throws Exception {
    try (Server.Client client = server.connect()) {
      Future<EmitOutcome> result = answerAndStop(client, At.BEFORE_THE_PLACE);
      Future<Boolean> closed = threads.submit(() -> stream.closeGracefully(Await.LONG));
      assertEquals(-1, client.in.read());
      stop.goOn();
      assertEquals(EmitOutcome.CANCELLED, result.get());
      assertEquals(1, answer.refCnt());
      client.socket.close();
      assertTrue(closed.get());
      assertEquals(0, stream.stats().repliesDropped());
    }
  }

  @Test
  void anAnswerThatHasAPlaceIsSent() throws Exception {
    try (Server.Client client = server.connect()) {
      Future<EmitOutcome> result = answerAndStop(client, At.BEFORE_THE_TASK);
      Future<Boolean> closed = threads.submit(() -> stream.closeGracefully(Await.LONG));
      GracefulEndTest.awaitRefusal(stream, server);
      Await.until(() -> stream.stats().channels() == 1); // without those that came just before
      stop.goOn();
      assertEquals(EmitOutcome.QUEUED, result.get());
      assertEquals(7, client.receive());
      assertEquals(-1, client.in.read());
      client.socket.close();
      assertTrue(closed.get());
    }
  }

  /** The twin looks whether answers wait, and closes then: one that is accepted in between is lost. */
  @Test
  void theTwinThatLooksBeforeItClosesLosesAnAnswer() throws Exception {
    try (Server.Client client = server.connect()) {
      Future<EmitOutcome> result = answerAndStop(client, At.BEFORE_THE_PLACE);
      Channel channel = Objects.requireNonNull(received).channel();
      ReplyLane replies = channel.pipeline().get(ChannelIntake.class).origin().replies();
      Future<?> twin =
          channel
              .eventLoop()
              .submit(
                  () -> {
                    assertFalse(replies.isAnyUnsent());
                    stop.goOn();
                    Await.until(result::isDone);
                    replies.close();
                  });
      twin.get();
      assertEquals(EmitOutcome.QUEUED, result.get());
      Await.until(() -> stream.stats().repliesDropped() == 1);
    }
  }
}
