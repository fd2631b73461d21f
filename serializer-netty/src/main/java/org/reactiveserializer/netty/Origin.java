package org.reactiveserializer.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The channel of a message, as far as the message, and other threads, have to do with it. All methods may be
 * called by any thread.
 */
final class Origin {
  private final Counts counts;
  private final Holding holding;
  private final Turns<?> turns;
  private final ReplyLane replies;
  private final ChannelEnd end;
  private final boolean isCreditAtDelivery;
  private @Nullable ChannelHandlerContext context; // written before the first message is received

  Origin(
      Counts counts,
      Holding holding,
      Turns<?> turns,
      ReplyLane replies,
      ChannelEnd end,
      boolean isCreditAtDelivery) {
    this.counts = counts;
    this.holding = holding;
    this.turns = turns;
    this.replies = replies;
    this.end = end;
    this.isCreditAtDelivery = isCreditAtDelivery;
  }

  /** By the thread of the channel, at first. */
  void open(ChannelHandlerContext of) {
    context = of;
  }

  ChannelHandlerContext context() {
    return Objects.requireNonNull(context);
  }

  Channel channel() {
    return context().channel();
  }

  ReplyLane replies() {
    return replies;
  }

  boolean isCreditAtDelivery() {
    return isCreditAtDelivery;
  }

  /** A message is answered or released, or delivered if that is enough. */
  void returnCredit(long bytes) {
    counts.returned.increment();
    returnBytes(bytes);
    if (turns.returnCredit()) {
      submit(end::closeIfAnswered);
    }
  }

  /** A message is in the stream no more. */
  void returnBytes(long bytes) {
    holding.leave(bytes, context().executor().inEventLoop());
  }

  /** An answer is written, or never will be. */
  void answered() {
    if (turns.isCreditOver()) {
      submit(end::closeIfAnswered);
    }
  }

  /** Leaves a task to the thread of the channel. */
  void submit(Runnable task) {
    // If it has ended, endByShutdown has done the rest.
    EventLoops.submit(context().executor(), task, neither -> {});
  }
}
