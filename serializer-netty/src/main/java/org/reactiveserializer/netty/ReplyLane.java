package org.reactiveserializer.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;

/**
 * The answers for one channel. Any thread emits them. The thread of the channel writes them, as long as
 * the channel is writable; then they wait here.
 *
 * <p><b>Order.</b> An answer whose emission happens after that of another is written after it. The
 * thread of the channel writes its own answers at once, but only if none waits. Otherwise they go the
 * same way as those of other threads: to the queue of {@link LoopReplies}, which keeps the order; from
 * there to {@link #blocked}, if the channel is not writable.
 */
final class ReplyLane {
  /** In place of the number that wait: none does, and none may any more. */
  private static final int CLOSED = -1;

  private final int capacity;
  private final LongAdder dropped;

  /** How many answers are accepted, and neither written nor given up. */
  private final AtomicInteger waiting = new AtomicInteger();

  private volatile boolean isClosed;

  // Written before the first message of the channel is received.
  private @Nullable ChannelHandlerContext context;
  private @Nullable LoopReplies loop;

  // Of the thread of the channel.
  private @Nullable Queue<LoopReplies.Answer> blocked;
  private boolean isWaitingForRoom; // answers are in "blocked" only while this is true
  private boolean isWriting; // a handler of the pipeline may emit meanwhile
  private boolean isFlushPending;
  private boolean isReading;
  private long leftToSend = Long.MAX_VALUE;

  /**
   * Creates the answers for a channel.
   *
   * @param capacity how many may wait
   * @param dropped counts answers that were accepted and are never written
   */
  ReplyLane(int capacity, LongAdder dropped) {
    this.capacity = capacity;
    this.dropped = dropped;
  }

  // By any thread.

  EmitOutcome emit(Object answer, Received<?> to) {
    Objects.requireNonNull(answer, "answer is null");
    LoopReplies of = Objects.requireNonNull(loop);
    to.beginAnswer();
    if (isClosed) {
      to.endAnswer();
      return EmitOutcome.CANCELLED;
    }
    if (of.inEventLoop() && mayWriteAtOnce()) {
      write(answer);
      to.endAnswer();
      return EmitOutcome.DELIVERED;
    }
    if (!reserve()) {
      return refuse(to);
    }
    if (of.emit(this, answer, to::endAnswer)) {
      return EmitOutcome.QUEUED;
    }
    waiting.decrementAndGet();
    to.endAnswer();
    return EmitOutcome.CANCELLED;
  }

  private EmitOutcome refuse(Received<?> to) {
    if (waiting.get() == CLOSED) {
      to.endAnswer();
      return EmitOutcome.CANCELLED;
    }
    to.refuseAnswer();
    return EmitOutcome.OVERFLOW;
  }

  /**
   * Each answer that was emitted before this one was counted before. So if the thread that writes finds
   * none, it has written them all, or they will never be written.
   */
  private boolean mayWriteAtOnce() {
    return !isWaitingForRoom && !isWriting && waiting.get() == 0;
  }

  private boolean reserve() {
    int before;
    do {
      before = waiting.get();
      if (before == CLOSED || before >= capacity) {
        return false;
      }
    } while (!waiting.compareAndSet(before, before + 1));
    return true;
  }

  /** An answer is not written. */
  void giveUp(Object answer) {
    dropped.increment();
    ReferenceCountUtil.safeRelease(answer); // of an answer that its owner has released, too
    waiting.decrementAndGet();
  }

  // By the thread of the channel.

  void open(ChannelHandlerContext of, LoopReplies its) {
    context = of;
    loop = its;
  }

  /**
   * Answers that are emitted from now on are refused, if none waits. Returns false if one does, which is
   * one instruction with the former.
   */
  boolean closeIfEmpty() {
    boolean isEmpty = waiting.compareAndSet(0, CLOSED);
    isClosed |= isEmpty;
    return isEmpty;
  }

  /** Answers that are emitted from now on are refused, and those that wait are released. */
  void close() {
    isClosed = true;
    Queue<LoopReplies.Answer> queue = blocked;
    if (queue != null) {
      blocked = null;
      queue.forEach(LoopReplies.Answer::giveUp);
    }
  }

  /** An answer has come from {@link LoopReplies}. */
  void arrive(LoopReplies.Answer answer) {
    if (isClosed) {
      answer.giveUp();
    } else if (isWaitingForRoom) {
      if (blocked == null) {
        blocked = new ArrayDeque<>();
      }
      blocked.add(answer);
    } else {
      writeWaiting(answer);
    }
  }

  private void writeWaiting(LoopReplies.Answer answer) {
    write(answer.message());
    waiting.decrementAndGet();
    answer.ended().run();
  }

  private void write(Object answer) {
    ChannelHandlerContext of = Objects.requireNonNull(context);
    if (!isFlushPending) {
      isFlushPending = true;
      if (!isReading) {
        Objects.requireNonNull(loop).flushLater(this);
      }
    }
    isWriting = true;
    of.write(answer, of.voidPromise()); // a failure reaches exceptionCaught
    isWriting = false;
    if (!of.channel().isWritable()) {
      isWaitingForRoom = true;
      leftToSend = Long.MAX_VALUE;
    }
  }

  /** Messages are being read: they will be answered, so the flush waits for the last of them. */
  void beginRead() {
    isReading = true;
  }

  void endRead() {
    isReading = false;
    flush();
  }

  /** Flushes what was written since the last time. */
  void flush() {
    if (isFlushPending && !isReading) {
      isFlushPending = false;
      Objects.requireNonNull(context).flush();
    }
  }

  /** Returns whether answers were accepted that the socket has not got. */
  boolean isAnyUnsent() {
    return waiting.get() > 0 || pendingBytes() > 0;
  }

  private long pendingBytes() {
    ChannelOutboundBuffer buffer = outboundBuffer();
    return buffer == null ? 0 : buffer.totalPendingWriteBytes();
  }

  private @Nullable ChannelOutboundBuffer outboundBuffer() {
    return Objects.requireNonNull(context).channel().unsafe().outboundBuffer();
  }

  /** Returns whether answers wait until the channel is writable. */
  boolean isBlocked() {
    return isWaitingForRoom && !isClosed;
  }

  /** Returns whether the answers are not blocked any more. */
  boolean writabilityChanged(boolean isWritable) {
    if (!isWritable || !isBlocked()) {
      return false;
    }
    isWaitingForRoom = false;
    while (!isWaitingForRoom && blocked != null && !blocked.isEmpty()) {
      writeWaiting(blocked.remove());
    }
    return !isWaitingForRoom;
  }

  /** Returns whether a part of what waits to be sent was sent since the last call. */
  boolean hasProgressed() {
    ChannelOutboundBuffer buffer = outboundBuffer();
    long left = buffer == null ? 0 : buffer.totalPendingWriteBytes() - buffer.currentProgress();
    boolean progressed = left < leftToSend;
    leftToSend = left;
    return progressed;
  }
}
