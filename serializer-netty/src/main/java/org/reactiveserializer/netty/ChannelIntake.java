package org.reactiveserializer.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The end of one channel's pipeline: feeds the stream with the messages of this channel, as far as
 * its credit goes, and reads no more than that. All methods are for the thread of the channel, if
 * nothing else is said.
 *
 * <p><b>Credit.</b> Never more than {@code share} messages of this channel are in the stream and not
 * answered, see {@link Credit}. Messages that one read has brought beyond that are held here. While
 * some are held, or there is no credit, nothing is read.
 *
 * <p><b>Answers.</b> While answers wait, because the channel is not writable, nothing is emitted or
 * read either: a client that does not take its answers gets no more of them made. Only a few shares of
 * messages can be on their way when the channel stops.
 *
 * <p><b>Turns.</b> In one turn of its thread a channel emits at most {@code share} messages; then the
 * other channels of that thread are read before it goes on. The next turn is a timed task: a plain
 * one would be run before anything is read.
 */
final class ChannelIntake<T> extends ChannelInboundHandlerAdapter
    implements IdleWatch.Watched, Budget.Holder {
  private final ChannelStream<T> stream;
  private final ChannelSettings<T> settings;
  private final int share;
  private final ReplyLane replies;
  private final Credit credit;
  private final IdleWatch idleWatch;
  private final Holding holding;
  private final InputEnd inputEnd = new InputEnd();

  private @Nullable ChannelHandlerContext context;
  private @Nullable Queue<Received<T>> held;
  private int inTurn;
  private boolean isTurnScheduled;
  private boolean isWaitingForBudget;
  private boolean isEntered;
  private boolean isRemoved;
  private boolean hasLeft;
  private boolean isEnded; // of the stream: nothing is emitted any more
  private boolean isBeingEnded;
  private boolean isFailed;
  private boolean hasRead;

  ChannelIntake(ChannelStream<T> stream) {
    this.stream = stream;
    settings = stream.settings();
    share = settings.share();
    credit = new Credit(share);
    idleWatch = new IdleWatch(settings.idleNanos(), this);
    replies = new ReplyLane(settings.replyQueue());
    holding = new Holding(stream.budget());
  }

  /** By any thread. */
  Channel channel() {
    return context().channel();
  }

  /** By any thread. */
  ReplyLane replies() {
    return replies;
  }

  /** By any thread. */
  @Override
  public Holding holding() {
    return holding;
  }

  /** The stream has accepted this channel. */
  void open(LoopReplies ofLoop) {
    replies.open(context(), ofLoop);
  }

  private ChannelHandlerContext context() {
    return Objects.requireNonNull(context);
  }

  // The life of a channel.

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
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
      isEnded = true;
      isRemoved = true;
      hasLeft = true;
      holding.detach();
      stream.refused(channel(), refusal);
      context().close();
      return;
    }
    inputEnd.expect(channel());
    idleWatch.start(context().executor());
    context().read();
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
      inputEnd.expectNoMore(channel());
      idleWatch.stop();
      holding.detach();
      replies.endRead(); // this may be removed during a read, whose end it does not see
      replies.close();
      if (isEntered) {
        if (!isHoldingNothing() && !credit.isPaused()) {
          scheduleTurn(); // perhaps nobody else does
        }
        leaveIfEmpty();
      }
    }
  }

  private void leaveIfEmpty() {
    if (isRemoved && !hasLeft && !isBeingEnded && isHoldingNothing()) {
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
      stream.failed(channel(), cause);
      context().close();
    }
  }

  /** The end of the watch for silence. */
  @Override
  public boolean isOver() {
    return isRemoved || isEnded;
  }

  /** Whether it takes its answers; or may have messages that we did not want yet, or waits for an answer. */
  @Override
  public boolean isExcused() {
    return (inputEnd.isClosing() || replies.isBlocked())
        ? replies.hasProgressed()
        : !isReading() || credit.isInUse();
  }

  @Override
  public void idle() {
    stream.timedOut();
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
    if (isEnded) {
      discard(received);
      return;
    }
    replies.beginRead();
    hasRead = true;
    if (isHoldingNothing() && mayEmit()) {
      emit(received);
    } else {
      hold(received);
    }
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
    proceed();
    complete.fireChannelReadComplete();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext changed) {
    holding.setBlocked(!changed.channel().isWritable());
    if (replies.writabilityChanged(changed.channel().isWritable())) {
      scheduleTurn();
    }
    changed.fireChannelWritabilityChanged();
  }

  private boolean mayEmit() {
    return inTurn < share && !replies.isBlocked() && credit.isLeft();
  }

  private void emit(Received<T> message) {
    inTurn++;
    credit.take();
    if (!stream.emit(message)) {
      credit.untake();
      isEnded = true;
      discard(message);
    }
  }

  private void hold(Received<T> message) {
    Queue<Received<T>> queue = held;
    if (queue == null) {
      queue = new ArrayDeque<>();
      held = queue;
    }
    queue.add(message);
    holding.addHeld(message.bytes());
    stream.counts().held.increment();
  }

  private @Nullable Received<T> pollHeld() {
    Received<T> message = held == null ? null : held.poll();
    if (message != null) {
      holding.addHeld(-message.bytes());
      stream.counts().held.decrement();
    }
    return message;
  }

  private boolean isHoldingNothing() {
    return held == null || held.isEmpty();
  }

  /** A turn is over: reads if nothing is held and there is credit; otherwise arranges the next turn. */
  private void proceed() {
    inTurn = 0;
    if (isEnded || credit.isPaused() || replies.isBlocked()) {
      return; // whoever ends that arranges the next turn
    }
    if (!credit.isLeft()) {
      if (!credit.pause()) {
        credit.resume();
        scheduleTurn(); // not at once: first the answers that wait for this thread
      }
    } else if (!isHoldingNothing()) {
      scheduleTurn();
    } else if (!isRemoved && !isWaitingForBudget && !inputEnd.isReached()) {
      isWaitingForBudget = !stream.budget().mayRead(() -> submit(this::readAgain));
      if (!isWaitingForBudget) {
        context().read();
      }
    }
  }

  private void readAgain() {
    isWaitingForBudget = false;
    if (!credit.isPaused()) {
      takeTurn();
    }
  }

  private boolean isReading() {
    return !credit.isPaused() && isHoldingNothing() && !isWaitingForBudget;
  }

  /** Goes on after a pause. */
  private void resume() {
    credit.resume();
    takeTurn();
  }

  private void scheduleTurn() {
    if (!isTurnScheduled) {
      isTurnScheduled = true;
      try {
        context().executor().schedule(this::takeScheduledTurn, 1, TimeUnit.NANOSECONDS);
      } catch (RejectedExecutionException shutDown) {
        // The thread of the channel ends: endByShutdown emits what is held.
      }
    }
  }

  private void takeScheduledTurn() {
    isTurnScheduled = false;
    if (!credit.isPaused()) {
      takeTurn();
    }
  }

  private void takeTurn() {
    idleWatch.heard(); // it was not read meanwhile
    replies.beginRead();
    while (!isEnded && !isHoldingNothing() && mayEmit()) {
      emit(Objects.requireNonNull(pollHeld()));
    }
    replies.endRead();
    proceed();
    closeIfAnswered();
    leaveIfEmpty();
  }

  /** By any thread. */
  boolean isCreditAtDelivery() {
    return settings.isCreditAtDelivery();
  }

  /** A message of this channel is answered or released, or delivered if that is enough. By any thread. */
  void returnCredit(long bytes) {
    returnBytes(bytes);
    if (credit.giveBack()) {
      submit(this::resume);
    }
    answered();
  }

  /** An answer is written, or the credit of a message has returned. By any thread. */
  void answered() {
    if (inputEnd.isReached() && !credit.isInUse()) { // in this order: closeIfAnswered has the other
      submit(this::closeIfAnswered);
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext triggered, Object event) {
    if (event == ChannelInputShutdownEvent.INSTANCE) {
      inputEnd.reach();
      closeIfAnswered();
    }
    triggered.fireUserEventTriggered(event);
  }

  /** The other side sends no more. If it has all answers, the channel is closed. */
  private void closeIfAnswered() {
    if (inputEnd.isReached()
        && !isRemoved
        && isHoldingNothing()
        && !credit.isInUse()
        && !replies.isWaiting()) {
      inputEnd.close(context());
    }
  }

  /** A message of this channel is in the stream no more. By any thread. */
  void returnBytes(long bytes) {
    holding.leave(bytes, context().executor().inEventLoop());
  }

  /** Leaves a task to the thread of the channel. By any thread. */
  private void submit(Runnable task) {
    // If it has ended, endByShutdown has done the rest.
    EventLoops.submit(context().executor(), task, neither -> {});
  }

  // The end of the stream.

  /** The stream has ended, or will not read any more. By any thread. */
  void end(Runnable step) {
    submit(step);
  }

  /** The stream was cancelled: what is held is discarded, and the channel is closed or handed back. */
  void endByCancellation() {
    isEnded = true;
    discardHeld();
    if (!isRemoved) {
      isBeingEnded = true; // the stream has not ended before the hook has returned
      try {
        settings.atCancellation(context(), this);
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
   * The thread of the channel has ended, and no task can be left to it any more: what is held is
   * emitted at once, whatever the credit. By the one thread that is notified of it.
   */
  void endByShutdown() {
    leave();
    for (Received<T> message = pollHeld(); message != null; message = pollHeld()) {
      if (isEnded || !stream.emit(message)) {
        isEnded = true;
        discard(message);
      }
    }
    leaveIfEmpty();
  }

  private void discardHeld() {
    for (Received<T> message = pollHeld(); message != null; message = pollHeld()) {
      discard(message);
    }
  }

  private void discard(Received<T> message) {
    stream.counts().discarded.increment();
    message.discard();
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
    if (!isEnded) {
      isEnded = true;
      long bytes = holding.bytes();
      discardHeld();
      if (!isRemoved) {
        stream.overBudget();
        fail(new OverBudgetException(channel().remoteAddress(), bytes, stream.budget().limit()));
      }
      leaveIfEmpty();
    }
  }
}
