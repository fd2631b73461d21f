package org.reactiveserializer.aeron;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.settings.Check;
import org.reactiveserializer.internal.settings.Dropped;
import org.reactiveserializer.internal.settings.SettingValues;

/**
 * Immutable settings of an {@link AeronSubscriber}. Each method that changes a setting returns another
 * object.
 *
 * @param <T> the type of the items
 */
public final class AeronSubscriberSettings<T> {
  private final Values<T> values;

  AeronSubscriberSettings(
      Aeron aeron,
      OpenStreams streams,
      Consumer<ExclusivePublication> closing,
      MessageWriter<? super T> writer) {
    this(new Values<>(aeron, streams, closing, writer));
  }

  private AeronSubscriberSettings(Values<T> values) {
    this.values = values;
  }

  private AeronSubscriberSettings<T> change(Consumer<Values<T>> change) {
    return new AeronSubscriberSettings<>(values.with(change));
  }

  /**
   * Sets what the stream's thread does before it offers a message again that Aeron has not taken. The
   * default is {@link Idle#PARK}.
   *
   * @param strategy what to do
   * @return these settings with that one changed
   */
  public AeronSubscriberSettings<T> idle(Idle strategy) {
    Objects.requireNonNull(strategy, "idle is null");
    return change(copy -> copy.idle = strategy);
  }

  /**
   * Sets how many items may wait before one is refused. The default is 1,024. While Aeron takes nothing,
   * up to 64 more wait behind the item that it has not taken; a quarter of this number if that is less, but
   * at least 1.
   *
   * @param items a positive number
   * @return these settings with that one changed
   * @throws IllegalArgumentException if the number is not positive
   */
  public AeronSubscriberSettings<T> queue(int items) {
    Check.positive(items, "queue");
    return change(copy -> copy.queue = items);
  }

  /**
   * Sets how long one message is offered again and again. Then the stream ends with a {@link
   * NotSentException}. There is no limit by default: a receiver without demand holds the stream back
   * for as long as it likes.
   *
   * @param limit a positive duration
   * @return these settings with that one changed
   * @throws IllegalArgumentException if the duration is not positive
   */
  public AeronSubscriberSettings<T> timeLimit(Duration limit) {
    long nanos = Check.positive(limit, "timeLimit").toNanos();
    return change(copy -> copy.limitNanos = nanos);
  }

  /**
   * Sets what happens while nobody receives, or when the publication has ended. The default is {@link
   * NotConnected#WAIT}.
   *
   * @param reaction what to do
   * @return these settings with that one changed
   */
  public AeronSubscriberSettings<T> whenNotConnected(NotConnected reaction) {
    Objects.requireNonNull(reaction, "whenNotConnected is null");
    return change(copy -> copy.notConnected = reaction);
  }

  /**
   * Sets a hook for items that were accepted and are not sent, because the stream has ended.
   *
   * @param hook gets each of them, by the thread that finds it; what it throws goes to {@link
   *     #onErrorDropped}
   * @return these settings with that one changed
   */
  public AeronSubscriberSettings<T> onDiscard(Consumer<? super T> hook) {
    Objects.requireNonNull(hook, "onDiscard is null");
    return change(copy -> copy.onDiscard = hook);
  }

  /**
   * Sets a hook for errors: why the stream has ended, the error of an upstream, and a message of an
   * upstream that was too long. By default they are logged.
   *
   * @param hook gets each error, by the thread that finds it
   * @return these settings with that one changed
   */
  public AeronSubscriberSettings<T> onErrorDropped(Consumer<? super Throwable> hook) {
    Objects.requireNonNull(hook, "onErrorDropped is null");
    return change(copy -> copy.onErrorDropped = hook);
  }

  /**
   * Adds a publication, and returns the stream that feeds it.
   *
   * @param channel the channel, for example {@code aeron:ipc} or {@code aeron:udp?endpoint=…}
   * @param streamId the stream within the channel
   * @return the stream
   * @throws io.aeron.exceptions.RegistrationException if the driver refuses the publication
   */
  public AeronSubscriber<T> open(String channel, int streamId) {
    AeronSubscriber<T> opened = new AeronSubscriber<>(this, channel, streamId);
    values.streams.add(opened.thread(), opened::endWithClient, opened::isClosed);
    return opened;
  }

  Aeron aeron() {
    return values.aeron;
  }

  /** Closes a publication. */
  Consumer<ExclusivePublication> closing() {
    return values.closing;
  }

  MessageWriter<? super T> writer() {
    return values.writer;
  }

  Idle idle() {
    return values.idle;
  }

  int queue() {
    return values.queue;
  }

  long limitNanos() {
    return values.limitNanos;
  }

  boolean waits() {
    return values.notConnected == NotConnected.WAIT;
  }

  void discard(T item) {
    try {
      values.onDiscard.accept(item);
    } catch (Throwable ofHook) {
      drop(ofHook);
    }
  }

  @Nullable Throwable clientFailure() {
    return values.streams.clientFailure();
  }

  void drop(Throwable error) {
    Dropped.pass(error, values.onErrorDropped);
  }

  private static final class Values<T> extends SettingValues<Values<T>> {
    final Aeron aeron;
    final OpenStreams streams;
    final Consumer<ExclusivePublication> closing;
    final MessageWriter<? super T> writer;
    Idle idle = Idle.PARK;
    int queue = 1024;
    long limitNanos = Long.MAX_VALUE;
    NotConnected notConnected = NotConnected.WAIT;
    Consumer<? super T> onDiscard = item -> {};
    Consumer<? super Throwable> onErrorDropped = Log.DROPPED;

    Values(
        Aeron aeron,
        OpenStreams streams,
        Consumer<ExclusivePublication> closing,
        MessageWriter<? super T> writer) {
      this.aeron = aeron;
      this.streams = streams;
      this.closing = closing;
      this.writer = writer;
    }
  }
}
