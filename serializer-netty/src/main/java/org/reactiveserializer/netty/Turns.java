package org.reactiveserializer.netty;

import io.netty.channel.ChannelHandlerContext;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * When the messages of one channel enter the stream, and when the channel is read. All methods are for
 * the thread of the channel, if nothing else is said.
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
final class Turns<T> {
  private final ChannelStream<T> stream;
  private final ChannelIntake<T> intake;
  private final int share;
  private final Credit credit;
  private final ReplyLane replies;
  private final HeldMessages<T> held;

  private @Nullable ChannelHandlerContext context;
  private int inTurn;
  private boolean isScheduled;
  private boolean isWaitingForBudget;
  private boolean isRefusing; // what arrives
  private boolean isReadingOver; // what is held is still emitted
  private boolean isOver; // nothing is emitted any more

  Turns(ChannelStream<T> stream, ChannelIntake<T> intake, ReplyLane replies, Holding holding) {
    this.stream = stream;
    this.intake = intake;
    this.replies = replies;
    share = stream.settings().share();
    credit = new Credit(share);
    held = new HeldMessages<>(holding, stream.counts().held);
  }

  void open(ChannelHandlerContext of) {
    context = of;
  }

  private ChannelHandlerContext context() {
    return Objects.requireNonNull(context);
  }

  /** A read has brought a message. */
  void arrive(Received<T> message) {
    if (isOver || isRefusing) {
      discard(message);
      return;
    }
    replies.beginRead();
    if (held.isEmpty() && mayEmit()) {
      emit(message);
    } else {
      held.add(message);
    }
  }

  private boolean mayEmit() {
    return inTurn < share && !replies.isBlocked() && credit.isLeft();
  }

  private void emit(Received<T> message) {
    inTurn++;
    credit.take();
    if (!stream.emit(message)) {
      credit.untake();
      isOver = true;
      discard(message);
    }
  }

  /** A turn is over: reads if nothing is held and there is credit; otherwise arranges the next turn. */
  void proceed() {
    inTurn = 0;
    if (isOver || credit.isPaused() || replies.isBlocked()) {
      return; // whoever ends that arranges the next turn
    }
    if (!credit.isLeft()) {
      if (!credit.pause()) {
        credit.resume();
        schedule(); // not at once: first the answers that wait for this thread
      }
    } else if (!held.isEmpty()) {
      schedule();
    } else if (!isReadingOver && !isWaitingForBudget) {
      isWaitingForBudget = !stream.budget().mayRead(() -> submit(this::readAgain));
      if (!isWaitingForBudget) {
        context().read();
      }
    }
  }

  private void readAgain() {
    isWaitingForBudget = false;
    takeUnlessPaused();
  }

  /** Arranges a turn, if none is arranged. */
  void schedule() {
    if (!isScheduled) {
      isScheduled = true;
      try {
        context().executor().schedule(this::takeScheduled, 1, TimeUnit.NANOSECONDS);
      } catch (RejectedExecutionException shutDown) {
        // The thread of the channel ends: emitAll will be called.
      }
    }
  }

  private void takeScheduled() {
    isScheduled = false;
    takeUnlessPaused();
  }

  private void takeUnlessPaused() {
    if (!credit.isPaused()) {
      take();
    }
  }

  /** Goes on after a pause. */
  private void resume() {
    credit.resume();
    take();
  }

  private void take() {
    intake.beginTurn();
    while (!isOver && !held.isEmpty() && mayEmit()) {
      emit(Objects.requireNonNull(held.poll()));
    }
    replies.endRead();
    proceed();
    intake.endTurn();
  }

  // Credit that returns. By any thread.

  private void submit(Runnable task) {
    EventLoops.submit(context().executor(), task, ended -> {}); // then emitAll has done it
  }

  /** A message gives its credit back. Returns whether it is the last one before the end. */
  boolean returnCredit() {
    int given = credit.giveBack();
    if (credit.asksToResume(given)) {
      submit(this::resume);
    }
    return Credit.asksToClose(given);
  }

  /** Returns whether the end is reached, and no message in the stream or with the subscriber is left. */
  boolean isCreditOver() {
    return credit.isOver();
  }

  /** Returns whether a message in the stream or with the subscriber is not answered. */
  boolean isCreditInUse() {
    return credit.isInUse();
  }

  // By the thread of the channel.

  boolean isHoldingNothing() {
    return held.isEmpty();
  }

  boolean isReading() {
    return !credit.isPaused() && held.isEmpty() && !isWaitingForBudget;
  }

  // The end.

  /** What arrives from now on is discarded. */
  void refuse() {
    isRefusing = true;
  }

  /** The channel is not to be read any more. What is held is still emitted. Once. */
  void finish() {
    isReadingOver = true;
    credit.end();
  }

  /** The channel has gone. */
  void leave() {
    isReadingOver = true;
    if (!held.isEmpty() && !credit.isPaused()) {
      schedule(); // perhaps nobody else does
    }
  }

  boolean isOver() {
    return isOver;
  }

  /** Emits no more, and discards what is held. */
  void end() {
    isOver = true;
    for (Received<T> message = held.poll(); message != null; message = held.poll()) {
      discard(message);
    }
  }

  /** Emits what is held at once, whatever the credit: the thread of the channel has ended. */
  void emitAll() {
    for (Received<T> message = held.poll(); message != null; message = held.poll()) {
      if (isOver || !stream.emit(message)) {
        isOver = true;
        discard(message);
      }
    }
  }

  private void discard(Received<T> message) {
    stream.counts().discarded.increment();
    message.discard();
  }
}
