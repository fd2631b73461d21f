package org.reactiveserializer.netty;

import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The answers for the channels of one event loop, on their way to its thread. One task writes all that
 * wait, and then flushes each channel once.
 */
final class LoopReplies implements Subscriber<LoopReplies.Answer> {
  private final EventLoop loop;
  private final SerialSink<Answer> sink =
      // Keeps the order of arrival, whichever threads emit. (An unbounded one does so, too.)
      Serializer.<Answer>withDefaults()
          .bounded(Integer.MAX_VALUE, Overflow.DROP_NEWEST)
          .onDiscard(Answer::giveUp)
          .onErrorDropped(rejected -> {}) // see submit
          .deliverOn(this::submit)
          .sink();

  /** The delivery that was left to the event loop; there is one at most. Who takes it runs it. */
  private final AtomicReference<@Nullable Runnable> submitted = new AtomicReference<>();

  // Of the thread of the event loop.
  private final Queue<ReplyLane> written = new ArrayDeque<>();
  private boolean isFlushArranged;

  /** An answer for a channel. */
  record Answer(ReplyLane lane, Object message, Runnable ended) {
    /** The event loop has ended, and has closed the channel; or it takes no task for another reason. */
    void giveUp() {
      lane.giveUp(message);
      ended.run();
    }
  }

  LoopReplies(EventLoop loop) {
    this.loop = loop;
    sink.subscribe(this);
  }

  // By any thread.

  boolean inEventLoop() {
    return loop.inEventLoop();
  }

  /**
   * Emits an answer.
   *
   * @param ended is run when the answer is written, or never will be
   * @return false if the answer was not taken; then it does not end
   */
  boolean emit(ReplyLane lane, Object answer, Runnable ended) {
    return sink.tryEmit(new Answer(lane, answer, ended)).isAccepted();
  }

  /** Throws if the event loop has ended. Then the calling thread delivers: it releases the answers. */
  private void submit(Runnable delivery) {
    submitted.set(delivery);
    if (!EventLoops.submit(loop, this::deliver, Runnable::run)
        && submitted.compareAndSet(delivery, null)) {
      throw new RejectedExecutionException("the event loop has ended");
    }
  }

  private void deliver() {
    Runnable delivery = submitted.getAndSet(null);
    if (delivery == null) {
      return;
    }
    if (!loop.inEventLoop()) {
      delivery.run(); // see onNext
      return;
    }
    isFlushArranged = true;
    try {
      delivery.run();
    } finally {
      flush();
    }
  }

  /**
   * The event loop has ended. It may have ended with a task in its queue, which nobody runs any more.
   * By the one thread that is notified of it.
   */
  void endByShutdown() {
    deliver();
  }

  @Override
  public void onNext(Answer answer) {
    if (loop.inEventLoop()) {
      answer.lane.arrive(answer);
    } else {
      answer.giveUp();
    }
  }

  // By the thread of the event loop.

  /** An answer was written to a channel, which is to be flushed with others that are written soon. */
  void flushLater(ReplyLane lane) {
    written.add(lane);
    if (!isFlushArranged) {
      isFlushArranged = true;
      EventLoops.submit(loop, this::flush, ended -> {});
    }
  }

  private void flush() {
    isFlushArranged = false;
    for (ReplyLane lane = written.poll(); lane != null; lane = written.poll()) {
      lane.flush();
    }
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onError(Throwable error) {}

  @Override
  public void onComplete() {}
}
