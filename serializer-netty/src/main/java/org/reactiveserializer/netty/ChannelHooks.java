package org.reactiveserializer.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.settings.Dropped;

/** What a stream of channels calls besides its subscriber. What a hook throws goes to the last of them. */
record ChannelHooks(
    @Nullable Consumer<? super Channel> onCancel,
    BiConsumer<? super Channel, ? super Throwable> onChannelError,
    Consumer<? super Throwable> onErrorDropped) {
  private static final Logger LOGGER = System.getLogger("org.reactiveserializer.netty");

  static final ChannelHooks BY_DEFAULT =
      new ChannelHooks(
          null,
          ChannelHooks::log,
          Dropped.logged(LOGGER.getName(), "An error of a stream of channels cannot be signalled"));

  private static void log(Channel channel, Throwable error) {
    LOGGER.log(
        Level.DEBUG, () -> "The channel of " + channel.remoteAddress() + " was closed", error);
  }

  ChannelHooks onCancel(Consumer<? super Channel> hook) {
    return new ChannelHooks(hook, onChannelError, onErrorDropped);
  }

  ChannelHooks onChannelError(BiConsumer<? super Channel, ? super Throwable> hook) {
    return new ChannelHooks(onCancel, hook, onErrorDropped);
  }

  ChannelHooks onErrorDropped(Consumer<? super Throwable> hook) {
    return new ChannelHooks(onCancel, onChannelError, hook);
  }

  /** The stream was cancelled. By the thread of the channel. */
  void atCancellation(ChannelHandlerContext context, ChannelIntake<?> intake) {
    Consumer<? super Channel> hook = onCancel;
    if (hook == null) {
      context.close();
      return;
    }
    Channel channel = context.channel();
    try {
      context.pipeline().remove(intake); // throws if somebody else is removing it
      hook.accept(channel);
    } catch (Throwable thrown) {
      drop(thrown);
    }
  }

  void report(Channel channel, Throwable error) {
    try {
      onChannelError.accept(channel, error);
    } catch (Throwable thrown) {
      drop(thrown);
    }
  }

  void drop(Throwable error) {
    if (!(error instanceof EventLoops.NoEventLoopException)) {
      Dropped.pass(error, onErrorDropped);
    }
  }
}
