package org.reactiveserializer.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.testing.Await;

/** Answers on their way to an event loop that does not do what it should. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LoopRepliesTest {
  private static final int CAPACITY = 8;

  /** An event loop that ends may have a task in its queue that nobody runs any more. */
  @Test
  void answersInALostTaskAreReleased() {
    EventLoop losing =
        new DefaultEventLoop() {
          @Override
          public void execute(Runnable task) {}
        };
    LoopReplies replies = new LoopReplies(losing);
    ByteBuf answer = Unpooled.buffer(4);
    assertTrue(replies.emit(new ReplyLane(CAPACITY, new LongAdder()), answer, () -> {}));
    assertEquals(1, answer.refCnt());
    replies.endByShutdown();
    assertEquals(0, answer.refCnt());
  }

  /** An event loop has more tasks than its queue may have: the answers follow later. */
  @Test
  void answersForAnEventLoopWithAFullQueueArriveLater() {
    AtomicInteger tasks = new AtomicInteger();
    EventLoop full =
        new DefaultEventLoop() {
          @Override
          public void execute(Runnable task) {
            if (tasks.getAndIncrement() == 0) {
              throw new RejectedExecutionException("the queue is full");
            }
            super.execute(task);
          }
        };
    ReplyLane closed = new ReplyLane(CAPACITY, new LongAdder());
    closed.close();
    ByteBuf answer = Unpooled.buffer(4);
    assertTrue(new LoopReplies(full).emit(closed, answer, () -> {}));
    Await.until(() -> answer.refCnt() == 0);
    assertTrue(tasks.get() >= 2);
    full.shutdownGracefully();
  }

  /** The same for a flush, which must not be forgotten either. */
  @Test
  void aFlushForAnEventLoopWithAFullQueueFollowsLater() throws Exception {
    AtomicBoolean isFull = new AtomicBoolean();
    CountDownLatch flushed = new CountDownLatch(1);
    EventLoop full =
        new DefaultEventLoop() {
          @Override
          public void execute(Runnable task) {
            if (isFull.getAndSet(false)) {
              throw new RejectedExecutionException("the queue is full");
            }
            super.execute(task);
            if (!inEventLoop() && Thread.currentThread() != test) {
              flushed.countDown();
            }
          }

          private final Thread test = Thread.currentThread();
        };
    LoopReplies replies = new LoopReplies(full);
    Future<?> flushing =
        full.submit(
            () -> {
              isFull.set(true);
              replies.flushLater(new ReplyLane(CAPACITY, new LongAdder()));
            });
    assertNull(flushing.await().cause());
    flushed.await();
    full.shutdownGracefully();
  }

  /** Someone has released an answer that the channel owned. That is no fault of the other answers. */
  @Test
  void anAnswerThatWasReleasedByOthersDoesNotStopTheOthers() {
    EventLoop loop = new DefaultEventLoop();
    LoopReplies replies = new LoopReplies(loop);
    ReplyLane closed = new ReplyLane(CAPACITY, new LongAdder());
    closed.close();
    CountDownLatch goOn = new CountDownLatch(1);
    loop.execute(() -> Await.until(() -> goOn.getCount() == 0));
    ByteBuf released = Unpooled.buffer(4);
    assertTrue(replies.emit(closed, released, () -> {}));
    released.release();
    goOn.countDown();
    for (int i = 0; i < 3; i++) {
      ByteBuf next = Unpooled.buffer(4);
      assertTrue(replies.emit(closed, next, () -> {}));
      Await.until(() -> next.refCnt() == 0);
    }
    loop.shutdownGracefully();
  }
}
