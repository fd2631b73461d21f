package org.reactiveserializer.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.util.ReferenceCountUtil;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitResult;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerializedSink;
import org.reactiveserializer.Serializer;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The answers for one channel. Any thread emits them. The thread of the channel writes them, one at a
 * time, as long as the channel is writable; then they wait.
 */
final class ReplyLane implements Subscriber<Object> {
  private final SerializedSink<Object> sink;

  // Of the thread of the channel.
  private @Nullable ChannelHandlerContext context;
  private @Nullable Subscription subscription;
  private boolean isWaitingForRoom;
  private boolean isFlushPending;
  private boolean isReading;
  private boolean isClosed;
  private long leftToSend = Long.MAX_VALUE;

  ReplyLane(int capacity) {
    sink =
        Serializer.bounded(capacity, Overflow.DROP_NEWEST)
            .onDiscard(ReferenceCountUtil::release)
            .deliverOn(this::runInThreadOfChannel)
            .sink();
  }

  EmitResult emit(Object answer) {
    Objects.requireNonNull(answer, "answer is null");
    return sink.tryEmit(answer);
  }

  private void runInThreadOfChannel(Runnable task) {
    ChannelHandlerContext of = Objects.requireNonNull(context);
    if (of.executor().inEventLoop()) {
      task.run();
    } else {
      of.executor().execute(task);
    }
  }

  // By the thread of the channel.

  void open(ChannelHandlerContext of) {
    context = of;
    sink.subscribe(this);
  }

  /** Answers that are emitted from now on are refused, and those that wait are released. */
  void close() {
    isClosed = true;
    if (subscription != null) {
      subscription.cancel();
    }
  }

  /** Messages are being read: they will be answered, so the flush waits for the last of them. */
  void beginRead() {
    isReading = true;
  }

  void endRead() {
    isReading = false;
    if (isFlushPending) {
      flush();
    }
  }

  /** Returns whether a part of what waits to be sent was sent since the last call. */
  boolean hasProgressed() {
    ChannelOutboundBuffer buffer = Objects.requireNonNull(context).channel().unsafe().outboundBuffer();
    long left = buffer == null ? 0 : buffer.totalPendingWriteBytes() - buffer.currentProgress();
    boolean progressed = left < leftToSend;
    leftToSend = left;
    return progressed;
  }

  /** Returns whether answers wait until the channel is writable. */
  boolean isBlocked() {
    return isWaitingForRoom && !isClosed;
  }

  /** Returns whether the answers are not blocked any more. */
  boolean writabilityChanged(boolean isWritable) {
    if (!isWritable || !isWaitingForRoom || subscription == null) {
      return false;
    }
    isWaitingForRoom = false;
    subscription.request(1);
    return !isWaitingForRoom;
  }

  @Override
  public void onSubscribe(Subscription given) {
    subscription = given;
    given.request(1);
  }

  @Override
  public void onNext(Object answer) {
    ChannelHandlerContext of = Objects.requireNonNull(context);
    of.write(answer, of.voidPromise()); // a failure reaches exceptionCaught
    if (!isFlushPending) {
      isFlushPending = true;
      if (!isReading) {
        of.executor().execute(this::flush); // after the others that wait
      }
    }
    if (of.channel().isWritable()) {
      Objects.requireNonNull(subscription).request(1);
    } else {
      isWaitingForRoom = true;
      leftToSend = Long.MAX_VALUE;
    }
  }

  private void flush() {
    isFlushPending = false;
    Objects.requireNonNull(context).flush();
  }

  @Override
  public void onError(Throwable error) {}

  @Override
  public void onComplete() {}
}
