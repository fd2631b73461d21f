package org.reactiveserializer.netty;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;

/**
 * The other side sends no more, but may wait for answers. If nothing else is said, methods are for the
 * thread of the channel.
 */
final class InputEnd {
  private boolean isAllowedByUs;
  private volatile boolean isReached;
  private boolean isClosing;

  /** Lets a channel live on when its input has ended. */
  void expect(Channel channel) {
    isAllowedByUs =
        Boolean.FALSE.equals(channel.config().getOption(ChannelOption.ALLOW_HALF_CLOSURE))
            && channel.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
  }

  /** The channel may be used by others now. */
  void expectNoMore(Channel channel) {
    if (isAllowedByUs) {
      channel.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, false);
    }
  }

  void reach() {
    isReached = true;
  }

  /** By any thread. */
  boolean isReached() {
    return isReached;
  }

  boolean isClosing() {
    return isClosing;
  }

  /** Closes the channel when all that was written is sent. */
  void close(ChannelHandlerContext context) {
    if (!isClosing) {
      isClosing = true;
      context.flush();
      // Past all handlers: an encoder would make a message of it.
      context
          .pipeline()
          .firstContext()
          .writeAndFlush(Unpooled.EMPTY_BUFFER)
          .addListener(sent -> context.close());
    }
  }
}
