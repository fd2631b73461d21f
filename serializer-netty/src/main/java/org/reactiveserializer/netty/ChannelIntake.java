package org.reactiveserializer.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;

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
  private final Origin origin;

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
    replies = new ReplyLane(settings.replyQueue(), stream.counts().repliesDropped);
    holding = new Holding(stream.budget(), this::giveUp);
    turns = new Turns<>(stream, this, replies, holding);
    end = new ChannelEnd(turns, replies);
    origin =
        new Origin(stream.counts(), holding, turns, replies, end, settings.isCreditAtDelivery());
  }

  /** By any thread. */
  Origin origin() {
    return origin;
  }

  /** By any thread. */
  @Override
  public Holding holding() {
    return holding;
  }

  private ChannelHandlerContext context() {
    return origin.context();
  }

  // The life of a channel.

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    origin.open(added);
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
      settings.hooks().report(origin.channel(), refusal);
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
      if (isEntered && context().executor().isShuttingDown()) {
        cut();
      }
      end.expectNoMore(origin.channel());
      idleWatch.stop();
      holding.detach();
      replies.endRead(); // this may be removed during a read, whose end it does not see
      replies.close();
      if (isEntered) {
        turns.leave();
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
      if (!end.isSent()) {
        stream.counts().failed.increment();
        settings.hooks().report(origin.channel(), cause);
      }
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
    fail(new IdleChannelException(origin.channel().remoteAddress(), settings.idleNanos()));
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
    return new Received<>(origin, message, bytes);
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext complete) {
    if (hasRead) {
      idleWatch.heard();
    }
    hasRead = false;
    replies.endRead();
    if (end.isLingering()) {
      context().read();
    } else {
      turns.proceed();
    }
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
      end.endInput();
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

  /** The stream ends in order: what has arrived is answered before the channel is closed. */
  void finish() {
    end.finish();
  }

  /** The stream was closed: the channel is, too. */
  void endByClose() {
    if (!isRemoved) {
      cut();
      context().close();
    }
  }

  private void cut() {
    if (end.cut()) {
      stream.counts().cutOff.increment();
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

  @Override
  public void giveUpLater() {
    origin.submit(this::giveUp);
  }

  /** What this channel holds is discarded, and the channel is closed. */
  private void giveUp() {
    if (!turns.isOver()) {
      long bytes = holding.bytes();
      turns.end();
      if (!isRemoved) {
        stream.counts().overBudget.increment();
        fail(
            new OverBudgetException(
                origin.channel().remoteAddress(), bytes, stream.budget().limit()));
      }
      leaveIfEmpty();
    }
  }
}
