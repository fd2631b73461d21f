package org.reactiveserializer.netty;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a channel ends in order: when the other side sends no more, what has arrived is answered or released,
 * the answers are sent, and the channel is closed. If nothing else is said, methods are for the thread of
 * the channel.
 *
 * <p><b>Who closes.</b> The thread of the channel writes that the end is reached, and looks at the credit
 * then; who returns the last credit does so first, and looks whether the end is reached then. So at least one
 * of them sees both, and leaves {@link #closeIfAnswered} to the thread of the channel.
 */
final class ChannelEnd {
  private final ChannelIntake<?> intake;
  private final Turns<?> turns;
  private final ReplyLane replies;

  private volatile boolean isReached;
  private @Nullable ChannelHandlerContext context;
  private boolean isAllowedByUs;
  private boolean isClosing;
  private boolean isGone;

  ChannelEnd(ChannelIntake<?> intake, Turns<?> turns, ReplyLane replies) {
    this.intake = intake;
    this.turns = turns;
    this.replies = replies;
  }

  /** Lets a channel live on when its input has ended. */
  void expect(ChannelHandlerContext of) {
    context = of;
    Channel channel = of.channel();
    isAllowedByUs =
        Boolean.FALSE.equals(channel.config().getOption(ChannelOption.ALLOW_HALF_CLOSURE))
            && channel.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
  }

  /** The channel is closed, or may be used by others now. */
  void expectNoMore(Channel channel) {
    isGone = true;
    if (isAllowedByUs) {
      channel.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, false);
    }
  }

  /** The other side sends no more. */
  void reach() {
    isReached = true;
    turns.stopReading();
    closeIfAnswered();
  }

  /** An answer is written, or the credit of a message has returned. By any thread. */
  void answered() {
    if (isReached && !turns.isCreditInUse()) {
      intake.submit(this::closeIfAnswered);
    }
  }

  /** Closes the channel if the end is reached, and the other side has all answers. */
  void closeIfAnswered() {
    if (isReached
        && !isGone
        && !isClosing
        && turns.isHoldingNothing()
        && !turns.isCreditInUse()
        && !replies.isWaiting()) {
      isClosing = true;
      close(Objects.requireNonNull(context));
    }
  }

  private static void close(ChannelHandlerContext context) {
    context.flush();
    // Past all handlers: an encoder would make a message of it.
    context
        .pipeline()
        .firstContext()
        .writeAndFlush(Unpooled.EMPTY_BUFFER)
        .addListener(sent -> context.close());
  }

  /** Returns whether there are only answers to be sent. */
  boolean isClosing() {
    return isClosing;
  }
}
