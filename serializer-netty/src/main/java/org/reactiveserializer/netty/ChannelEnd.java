package org.reactiveserializer.netty;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.concurrent.Future;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How a channel ends in order: the peer sends no more, or the stream wants no more. Then what has arrived is
 * answered or released, the answers are sent, and the channel is closed. If nothing else is said, methods are
 * for the thread of the channel.
 *
 * <p><b>Who closes.</b> The thread of the channel does, when the end is reached, when a turn is over, and
 * when it is asked to: by who returns the last credit, see {@link Credit}, or has written an answer that came
 * later. It closes the answers only if none waits, in one instruction: so no answer is accepted that is not
 * sent.
 *
 * <p><b>A peer that goes on sending.</b> To close a socket with bytes that were not read resets the
 * connection, and the peer may lose answers that it has not read so far. So, if the stream ends, the output is
 * shut down first, and what arrives is dropped until the peer closes, or a second is over. Not behind TLS,
 * which has a message of its own for the end.
 */
final class ChannelEnd {
  private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final String TLS = "io.netty.handler.ssl.SslHandler"; // of another artifact

  private final Turns<?> turns;
  private final ReplyLane replies;

  private @Nullable ChannelHandlerContext context;
  private @Nullable Future<?> lingering;
  private boolean isAllowedByUs;
  private boolean isReached;
  private boolean isInputOver;
  private boolean isClosing;
  private boolean isSent;
  private boolean isGone;
  private boolean isCut;

  ChannelEnd(Turns<?> turns, ReplyLane replies) {
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
    if (lingering != null) {
      lingering.cancel(false);
    }
  }

  /** The peer sends no more. */
  void endInput() {
    isInputOver = true;
    if (isSent) {
      context().close();
    } else {
      reach();
    }
  }

  /** The stream wants no more. */
  void finish() {
    if (!isGone) {
      turns.refuse();
      reach();
    }
  }

  private void reach() {
    if (!isReached) {
      isReached = true;
      turns.finish();
      closeIfAnswered();
    }
  }

  /** Closes the channel if the end is reached, and the peer has all answers, or will have. */
  void closeIfAnswered() {
    if (turns.isCreditOver()
        && turns.isHoldingNothing()
        && !isGone
        && !isClosing
        && replies.closeIfEmpty()) {
      isClosing = true;
      context().flush();
      // Past all handlers: an encoder would make a message of it.
      context()
          .pipeline()
          .firstContext()
          .writeAndFlush(Unpooled.EMPTY_BUFFER)
          .addListener(sent -> closeAfterAnswers());
    }
  }

  private void closeAfterAnswers() {
    isSent = true;
    if (!isInputOver
        && context().channel() instanceof DuplexChannel channel
        && !isSecured(channel.pipeline())) {
      lingering =
          context()
              .executor()
              .schedule(() -> context().close(), LINGER_NANOS, TimeUnit.NANOSECONDS);
      channel.shutdownOutput();
      context().read();
    } else {
      context().close();
    }
  }

  private static boolean isSecured(ChannelPipeline pipeline) {
    for (Map.Entry<String, ?> handler : pipeline) {
      for (Class<?> type = handler.getValue().getClass();
          type != null;
          type = type.getSuperclass()) {
        if (type.getName().equals(TLS)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns whether there are only answers to be sent. */
  boolean isClosing() {
    return isClosing;
  }

  /** Returns whether all answers are sent: whatever happens to the channel now is no error. */
  boolean isSent() {
    return isSent;
  }

  /** Returns whether what arrives is dropped until the channel is closed. */
  boolean isLingering() {
    return isSent && !isGone;
  }

  /** The channel is closed, whatever it has. Returns whether that takes something from the peer. */
  boolean cut() {
    boolean isFirst = !isCut;
    isCut = true;
    return isFirst && (!turns.isHoldingNothing() || turns.isCreditInUse() || replies.isAnyUnsent());
  }

  private ChannelHandlerContext context() {
    return Objects.requireNonNull(context);
  }
}
