package org.reactiveserializer.netty;

import io.netty.channel.Channel;
import io.netty.util.internal.PlatformDependent;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.settings.Check;

/**
 * Immutable settings of a {@link ChannelStream}. Each method that changes a setting returns another
 * object.
 *
 * @param <T> the type of the messages
 */
public final class ChannelSettings<T> {
  private final Class<T> type;
  private final int maxFrame;
  private int share = 16;
  private int maxChannels = Integer.MAX_VALUE;
  private int replyQueue; // 0: not set
  private boolean isCreditAtDelivery;
  private long idleNanos = TimeUnit.MINUTES.toNanos(5);
  private long budget; // 0: not set
  private @Nullable String name;
  private @Nullable Executor executor;
  private ChannelHooks hooks = ChannelHooks.BY_DEFAULT;

  private ChannelSettings(Class<T> type, int maxFrame) {
    this.type = type;
    this.maxFrame = maxFrame;
  }

  private ChannelSettings(ChannelSettings<T> other) {
    type = other.type;
    maxFrame = other.maxFrame;
    share = other.share;
    maxChannels = other.maxChannels;
    replyQueue = other.replyQueue;
    isCreditAtDelivery = other.isCreditAtDelivery;
    idleNanos = other.idleNanos;
    budget = other.budget;
    name = other.name;
    executor = other.executor;
    hooks = other.hooks;
  }

  static <T> ChannelSettings<T> of(Class<T> type, int maxFrame) {
    return new ChannelSettings<>(Objects.requireNonNull(type, "type is null"), maxFrame);
  }

  private ChannelSettings<T> change(Consumer<ChannelSettings<T>> change) {
    ChannelSettings<T> copy = new ChannelSettings<>(this);
    change.accept(copy);
    return copy;
  }

  /**
   * Sets how many messages of one channel may wait in the stream or for their answer. The default is 16. A smaller number
   * is fairer and needs less memory, a larger one is faster while the subscriber is slow.
   *
   * @param messages a positive number
   * @return these settings with that one changed
   * @throws IllegalArgumentException if the number is not positive
   */
  public ChannelSettings<T> share(int messages) {
    return change(copy -> copy.share = Check.positive(messages, "share"));
  }

  /**
   * Sets how many channels may feed the stream at a time. A further one is closed at once, and {@link
   * #onChannelError} gets a {@link ChannelRefusedException}. There is no limit by default.
   *
   * @param channels a positive number
   * @return these settings with that one changed
   * @throws IllegalArgumentException if the number is not positive
   */
  public ChannelSettings<T> maxChannels(int channels) {
    return change(copy -> copy.maxChannels = Check.positive(channels, "maxChannels"));
  }

  /**
   * Sets how many replies may wait for each channel. The default is 64, or the {@linkplain #share share}
   * if that is more. If the subscriber answers each message once, from whichever thread, as many as the
   * share are enough: the next message comes when an answer is written. If it answers more often, or the
   * credit returns {@linkplain #creditAtDelivery at the delivery}, set more.
   *
   * @param replies a positive number
   * @return these settings with that one changed
   * @throws IllegalArgumentException if the number is not positive
   */
  public ChannelSettings<T> replyQueue(int replies) {
    return change(copy -> copy.replyQueue = Check.positive(replies, "replyQueue"));
  }

  /**
   * Returns the credit of a message when the subscriber gets it. By default it returns when the message
   * is answered or released. With this, the subscriber need not release messages that are not
   * reference-counted, and may collect any number of messages. But if it answers from other threads,
   * answers may find no room, and a channel is not kept open for them.
   *
   * @return these settings with that one changed
   */
  public ChannelSettings<T> creditAtDelivery() {
    return change(copy -> copy.isCreditAtDelivery = true);
  }

  /**
   * Closes a channel that brings no complete message for so long, while it is read. {@link
   * #onChannelError} gets an {@link IdleChannelException}. So a peer that sends a message byte by byte is
   * idle, too, and so is one that takes none of the answers that wait for it; a channel that waits for
   * the subscriber, or for an answer, is not. The default is five minutes.
   *
   * @param timeout a positive duration
   * @return these settings with that one changed
   * @throws IllegalArgumentException if the duration is not positive
   */
  public ChannelSettings<T> idleTimeout(Duration timeout) {
    return change(copy -> copy.idleNanos = Check.positive(timeout, "idleTimeout").toNanos());
  }

  /**
   * Lets channels be silent for ever. A peer that has gone without a word then keeps its channel.
   *
   * @return these settings with that one changed
   */
  public ChannelSettings<T> noIdleTimeout() {
    return change(copy -> copy.idleNanos = 0);
  }

  /**
   * Sets how many bytes all channels together may hold: of messages in the making, and of messages
   * whose credit has not returned: that wait, or are not answered or released. Each of these counts 128 bytes more for its objects. For a moment it may
   * be twice as much.
   *
   * <p>While messages use a half of it, no channel is read: a slow subscriber stops the senders. If all
   * of it is nearly used, channels are closed, until a quarter is free: first the one whose message is in
   * the making for the longest time. What they hold is discarded, and {@link #onChannelError} gets an {@link OverBudgetException} for each. A channel that
   * holds no more than {@code budget / channels / 2}, of the channels at that moment, is closed only if
   * its peer does not take its answers.
   *
   * <p>Frames in the making count as the buffers that they are in. Behind decoders of your own, the bytes
   * count that were read since the last message. If your handlers take bytes of which no message comes, and
   * do not keep them, set more, or {@link Long#MAX_VALUE}: no limit.
   *
   * <p>The default is an eighth of the direct memory that Netty may use, but no less than 1 MiB, and four times the
   * longest {@linkplain ChannelStream#frames frame}.
   *
   * @param bytes a positive number; no less than four times the longest frame
   * @return these settings with that one changed
   * @throws IllegalArgumentException if the number is smaller
   */
  public ChannelSettings<T> budget(long bytes) {
    if (bytes < Math.max(1, leastBudget())) {
      throw new IllegalArgumentException(
          "budget must be at least %d, was %d".formatted(Math.max(1, leastBudget()), bytes));
    }
    return change(copy -> copy.budget = bytes);
  }

  private long leastBudget() {
    return 4L * maxFrame; // a buffer grows to the next power of two
  }

  /**
   * Lets only tasks of an executor call the subscriber, so that it may block.
   *
   * @param executor runs the tasks, one at a time for this stream
   * @return these settings with that one changed
   */
  public ChannelSettings<T> deliverOn(Executor executor) {
    return change(copy -> copy.executor = Objects.requireNonNull(executor, "executor is null"));
  }

  /**
   * Hands each channel back when the subscriber cancels or throws. The handler of this stream is removed
   * from the pipeline before the hook is called; a decoder and encoder of {@linkplain ChannelStream#frames
   * frames}, and a handler that has counted the bytes, stay there and do no harm. Messages that the stream has not delivered are released. If this is not set,
   * the channels are closed.
   *
   * @param hook gets each channel, in the thread of the channel; {@code autoRead} is off
   * @return these settings with that one changed
   */
  public ChannelSettings<T> onCancel(Consumer<? super Channel> hook) {
    Objects.requireNonNull(hook, "hook is null");
    return change(copy -> copy.hooks = hooks.onCancel(hook));
  }

  /**
   * Sets a hook that gets the errors of channels. The stream closes such a channel and goes on. By
   * default they are logged at level {@code DEBUG}.
   *
   * @param hook gets the channel and the error, in the thread of the channel
   * @return these settings with that one changed
   */
  public ChannelSettings<T> onChannelError(BiConsumer<? super Channel, ? super Throwable> hook) {
    Objects.requireNonNull(hook, "hook is null");
    return change(copy -> copy.hooks = hooks.onChannelError(hook));
  }

  /**
   * Sets a hook that gets the errors that cannot be signalled: what the subscriber or another hook
   * throws. By default they are logged at level {@code WARNING}.
   *
   * @param hook gets the error, in any thread
   * @return these settings with that one changed
   */
  public ChannelSettings<T> onErrorDropped(Consumer<? super Throwable> hook) {
    Objects.requireNonNull(hook, "hook is null");
    return change(copy -> copy.hooks = hooks.onErrorDropped(hook));
  }

  /**
   * Names the stream in what shows figures: with the module for Micrometer, it has meters. Without a
   * name, which is the default, nothing is kept of it.
   *
   * @param stream the name
   * @return these settings with that one changed
   */
  public ChannelSettings<T> named(String stream) {
    Objects.requireNonNull(stream, "name is null");
    return change(copy -> copy.name = stream);
  }

  /**
   * Opens a stream.
   *
   * @return a stream without channels
   */
  public ChannelStream<T> open() {
    ChannelStream<T> stream = new ChannelStream<>(this);
    stream.observe(name);
    return stream;
  }

  Class<T> type() {
    return type;
  }

  int maxFrame() {
    return maxFrame;
  }

  int share() {
    return share;
  }

  boolean isCreditAtDelivery() {
    return isCreditAtDelivery;
  }

  int maxChannels() {
    return maxChannels;
  }

  int replyQueue() {
    return replyQueue > 0 ? replyQueue : Math.max(64, share);
  }

  long budget() {
    return budget > 0
        ? budget
        : Math.max(Math.max(1 << 20, leastBudget()), PlatformDependent.maxDirectMemory() / 8);
  }

  long idleNanos() {
    return idleNanos;
  }

  @Nullable Executor executor() {
    return executor;
  }

  ChannelHooks hooks() {
    return hooks;
  }
}
