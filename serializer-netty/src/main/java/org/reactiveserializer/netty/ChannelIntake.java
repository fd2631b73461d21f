package org.reactiveserializer.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The end of one channel's pipeline: the life of the channel, from its first message to the last answer.
 * {@link Turns} says when it is read and feeds the stream, {@link ReplyLane} has its answers, {@link
 * ChannelEnd} its end in order, and {@link Holding} its part of the budget. All methods are for the thread
 * of the channel, if nothing else is said.
 */
final class ChannelIntake<T> extends ChannelInboundHandlerAdapter
    implements IdleWatch.Watched, Budget.Holder {
  private final ChannelStream<T> stream;
  private final ChannelSettings<T> settings;
  private final ReplyLane replies;
  private final IdleWatch idleWatch;
  private final Holding holding;
  private final Turns<T> turns;
  private final ChannelEnd end;

  private @Nullable ChannelHandlerContext context;
  private boolean isEntered;
  private boolean isRemoved;
  private boolean hasLeft;
  private boolean isBeingEnded;
  private boolean isFailed;
  private boolean hasRead;

  ChannelIntake(ChannelStream<T> stream) {
    this.stream = stream;
    settings = stream.settings();
    idleWatch = new IdleWatch(settings.idleNanos(), this);
    replies = new ReplyLane(settings.replyQueue());
    holding = new Holding(stream.budget());
    turns = new Turns<>(stream, this, replies, holding);
    end = new ChannelEnd(this, turns, replies);
  }

  // By any thread.

  Channel channel() {
    return context().channel();
  }

  ReplyLane replies() {
    return replies;
  }

  @Override
  public Holding holding() {
    return holding;
  }

  boolean isCreditAtDelivery() {
    return settings.isCreditAtDelivery();
  }

  /** A message of this channel is answered or released, or delivered if that is enough. */
  void returnCredit(long bytes) {
    returnBytes(bytes);
    turns.returnCredit();
    end.answered();
  }

  /** A message of this channel is in the stream no more. */
  void returnBytes(long bytes) {
    holding.leave(bytes, context().executor().inEventLoop());
  }

  /** An answer is written, or the credit of a message has returned. */
  void answered() {
    end.answered();
  }

  /** Leaves a task to the thread of the channel. */
  void submit(Runnable task) {
    // If it has ended, endByShutdown has done the rest.
    EventLoops.submit(context().executor(), task, neither -> {});
  }

  private ChannelHandlerContext context() {
    return Objects.requireNonNull(context);
  }

  // The life of a channel.

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
    turns.open(added);
    added.channel().config().setAutoRead(false);
    if (added.channel().isActive()) {
      enter();
    }
  }

  @Override
  public void channelActive(ChannelHandlerContext active) {
    enter();
    active.fireChannelActive();
  }

  private void enter() {
    if (isEntered) {
      return;
    }
    isEntered = true;
    Throwable refusal = stream.enter(this);
    if (refusal != null) {
      turns.end();
      isRemoved = true;
      hasLeft = true;
      holding.detach();
      settings.hooks().report(channel(), refusal);
      context().close();
      return;
    }
    end.expect(context());
    idleWatch.start(context().executor());
    context().read();
  }

  /** The stream has accepted this channel. */
  void open(LoopReplies ofLoop) {
    replies.open(context(), ofLoop);
  }

  @Override
  public void channelInactive(ChannelHandlerContext inactive) {
    leave();
    inactive.fireChannelInactive();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext removed) {
    leave();
  }

  /** Nothing is read any more. What is held is still emitted. */
  private void leave() {
    if (!isRemoved) {
      isRemoved = true;
      end.expectNoMore(channel());
      idleWatch.stop();
      holding.detach();
      replies.endRead(); // this may be removed during a read, whose end it does not see
      replies.close();
      if (isEntered) {
        turns.endReading();
        leaveIfEmpty();
      }
    }
  }

  private void leaveIfEmpty() {
    if (isRemoved && !hasLeft && !isBeingEnded && turns.isHoldingNothing()) {
      hasLeft = true;
      holding.forget();
      stream.leave(this);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext caught, Throwable cause) {
    fail(cause);
  }

  private void fail(Throwable cause) {
    if (!isFailed && !isRemoved) {
      isFailed = true;
      stream.counts().failed.increment();
      settings.hooks().report(channel(), cause);
      context().close();
    }
  }

  /** The end of the watch for silence. */
  @Override
  public boolean isOver() {
    return isRemoved || turns.isOver();
  }

  /** Whether it takes its answers; or may have messages that we did not want yet, or waits for an answer. */
  @Override
  public boolean isExcused() {
    return (end.isClosing() || replies.isBlocked())
        ? replies.hasProgressed()
        : !turns.isReading() || turns.isCreditInUse();
  }

  @Override
  public void idle() {
    stream.counts().timedOut.increment();
    fail(new IdleChannelException(channel().remoteAddress(), settings.idleNanos()));
  }

  // Messages.

  @Override
  public void channelRead(ChannelHandlerContext read, Object message) {
    if (!settings.type().isInstance(message)) {
      read.fireChannelRead(message);
      return;
    }
    Received<T> received = arrived(settings.type().cast(message));
    stream.counts().received.increment();
    hasRead = true;
    turns.arrive(received);
  }

  private Received<T> arrived(T message) {
    long bytes =
        Holding.MESSAGE + (settings.maxFrame() > 0 ? Holding.size(message) : holding.takeMaking());
    holding.arrive(bytes);
    return new Received<>(this, message, bytes);
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext complete) {
    if (hasRead) {
      idleWatch.heard();
    }
    hasRead = false;
    replies.endRead();
    turns.proceed();
    complete.fireChannelReadComplete();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext changed) {
    holding.setBlocked(!changed.channel().isWritable());
    if (replies.writabilityChanged(changed.channel().isWritable())) {
      turns.schedule();
    }
    changed.fireChannelWritabilityChanged();
  }

  /** A turn without a read. */
  void beginTurn() {
    idleWatch.heard(); // it was not read meanwhile
    replies.beginRead();
  }

  void endTurn() {
    end.closeIfAnswered();
    leaveIfEmpty();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext triggered, Object event) {
    if (event == ChannelInputShutdownEvent.INSTANCE) {
      end.reach();
    }
    triggered.fireUserEventTriggered(event);
  }

  // The end of the stream.

  /** The stream was cancelled: what is held is discarded, and the channel is closed or handed back. */
  void endByCancellation() {
    turns.end();
    if (!isRemoved) {
      isBeingEnded = true; // the stream has not ended before the hook has returned
      try {
        settings.hooks().atCancellation(context(), this);
      } finally {
        isBeingEnded = false;
      }
    }
    leaveIfEmpty();
  }

  /** The stream was closed: the channel is, too. */
  void endByClose() {
    if (!isRemoved) {
      context().close();
    }
  }

  /**
   * The thread of the channel has ended, and no task can be left to it any more. By the one thread that is
   * notified of it.
   */
  void endByShutdown() {
    leave();
    turns.emitAll();
    leaveIfEmpty();
  }

  // The budget.

  /** Returns whether bytes may be decoded. If not, this channel is closed, or will be. */
  boolean admits(int bytes) {
    if (holding.admits(bytes)) {
      return true;
    }
    giveUp();
    return false;
  }

  /** Bytes were decoded. They may have become more: messages have objects. */
  void endDecoding() {
    holding.endRead();
    if (holding.bytes() > 0 && !holding.admits(0)) {
      giveUp();
    }
  }

  @Override
  public void giveUpLater() {
    submit(this::giveUp);
  }

  /** What this channel holds is discarded, and the channel is closed. */
  private void giveUp() {
    if (!turns.isOver()) {
      long bytes = holding.bytes();
      turns.end();
      if (!isRemoved) {
        stream.counts().overBudget.increment();
        fail(new OverBudgetException(channel().remoteAddress(), bytes, stream.budget().limit()));
      }
      leaveIfEmpty();
    }
  }
}
