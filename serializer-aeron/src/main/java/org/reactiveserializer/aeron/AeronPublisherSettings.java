package org.reactiveserializer.aeron;

import io.aeron.Aeron;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.settings.Check;
import org.reactiveserializer.internal.settings.Dropped;
import org.reactiveserializer.internal.settings.SettingValues;

/**
 * Immutable settings of an {@link AeronPublisher}. Each method that changes a setting returns another
 * object.
 *
 * @param <T> the type of the items
 */
public final class AeronPublisherSettings<T> {
  private final Values<T> values;

  AeronPublisherSettings(Aeron aeron, OpenStreams streams, MessageReader<? extends T> reader) {
    this(new Values<>(aeron, streams, reader));
  }

  private AeronPublisherSettings(Values<T> values) {
    this.values = values;
  }

  private AeronPublisherSettings<T> change(Consumer<Values<T>> change) {
    return new AeronPublisherSettings<>(values.with(change));
  }

  /**
   * Sets what the stream's thread does between two polls, while items are requested and none arrives.
   * The default is {@link Idle#PARK}. While nothing is requested, the thread is parked. Whenever
   * the thread has received all there was, it first pauses: for two spin-wait hints for each fragment of the
   * run that ends there, at most 256, which is some microseconds.
   *
   * @param strategy what to do
   * @return these settings with that one changed
   */
  public AeronPublisherSettings<T> idle(Idle strategy) {
    Objects.requireNonNull(strategy, "idle is null");
    return change(copy -> copy.idle = strategy);
  }

  /**
   * Sets how many fragments one poll takes at most. The default is 64. Aeron moves the position of a
   * session, and so lets its sender go on, after each poll.
   *
   * @param fragments a positive number
   * @return these settings with that one changed
   * @throws IllegalArgumentException if the number is not positive
   */
  public AeronPublisherSettings<T> fragmentLimit(int fragments) {
    Check.positive(fragments, "fragmentLimit");
    return change(copy -> copy.fragments = fragments);
  }

  /**
   * Completes the stream when at least one publication was there, all are closed or gone, and all that
   * they sent is delivered. Otherwise the stream goes on, and waits for other publications.
   *
   * @return these settings with that one changed
   */
  public AeronPublisherSettings<T> completeAfterLast() {
    return change(copy -> copy.completes = true);
  }

  /**
   * Sets a hook for publications that come and go.
   *
   * @param hook gets each event, by a thread that works for Aeron at that moment: its own, or one that
   *     opens a stream of the same client. It must not be blocked, and must not open streams. What it
   *     throws goes to Aeron's error handler
   * @return these settings with that one changed
   */
  public AeronPublisherSettings<T> onImage(Consumer<? super ImageEvent> hook) {
    Objects.requireNonNull(hook, "onImage is null");
    return change(copy -> copy.onImage = hook);
  }

  /**
   * Sets a hook for messages of which the {@link MessageReader} makes no item: it throws, or returns
   * null. Such a message is skipped and {@linkplain AeronPublisherStats#unreadable counted}, and takes no
   * demand: what one sender sends must not end the stream of the others. By default each is logged at
   * level {@code DEBUG}, and nothing at a higher one: a sender could fill the log.
   *
   * @param hook gets each message, by the stream's thread. What it throws goes to {@link #onErrorDropped}
   * @return these settings with that one changed
   */
  public AeronPublisherSettings<T> onUnreadable(Consumer<? super UnreadableMessage> hook) {
    Objects.requireNonNull(hook, "onUnreadable is null");
    return change(copy -> copy.onUnreadable = hook);
  }

  /**
   * Ends the stream with the error if the {@link MessageReader} throws or returns null, instead of
   * skipping the message. For senders that are all trusted.
   *
   * @return these settings with that one changed
   */
  public AeronPublisherSettings<T> failOnUnreadable() {
    return change(copy -> copy.failsOnUnreadable = true);
  }

  /**
   * Sets a hook for errors that cannot be signalled: what the subscriber throws (§2.13), and what
   * happens after a cancellation. By default they are logged.
   *
   * @param hook gets each error, by the stream's thread or the one that subscribes
   * @return these settings with that one changed
   */
  public AeronPublisherSettings<T> onErrorDropped(Consumer<? super Throwable> hook) {
    Objects.requireNonNull(hook, "onErrorDropped is null");
    return change(copy -> copy.onErrorDropped = hook);
  }

  /**
   * Adds a subscription, and returns the stream of what arrives. What arrives before there is a
   * subscriber waits at the senders, as far as Aeron's window does not hold it.
   *
   * @param channel the channel, for example {@code aeron:ipc} or {@code aeron:udp?endpoint=…}
   * @param streamId the stream within the channel
   * @return the stream
   * @throws io.aeron.exceptions.RegistrationException if the driver refuses the subscription
   */
  public AeronPublisher<T> open(String channel, int streamId) {
    AeronPublisher<T> opened = new AeronPublisher<>(this, channel, streamId);
    values.streams.add(opened.thread(), opened::endWithClient, opened::isReleased);
    return opened;
  }

  Aeron aeron() {
    return values.aeron;
  }

  @Nullable Throwable clientFailure() {
    return values.streams.clientFailure();
  }

  MessageReader<? extends T> reader() {
    return values.reader;
  }

  Idle idle() {
    return values.idle;
  }

  int fragments() {
    return values.fragments;
  }

  boolean completes() {
    return values.completes;
  }

  void image(ImageEvent event) {
    values.onImage.accept(event);
  }

  boolean failsOnUnreadable() {
    return values.failsOnUnreadable;
  }

  void unreadable(UnreadableMessage message) {
    try {
      values.onUnreadable.accept(message);
    } catch (Throwable thrown) {
      drop(thrown);
    }
  }

  void drop(Throwable error) {
    Dropped.pass(error, values.onErrorDropped);
  }

  private static final class Values<T> extends SettingValues<Values<T>> {
    final Aeron aeron;
    final OpenStreams streams;
    final MessageReader<? extends T> reader;
    Idle idle = Idle.PARK;
    int fragments = 64;
    boolean completes;
    Consumer<? super ImageEvent> onImage = event -> {};
    Consumer<? super Throwable> onErrorDropped = Log.DROPPED;
    Consumer<? super UnreadableMessage> onUnreadable = Log.UNREADABLE;
    boolean failsOnUnreadable;

    Values(Aeron aeron, OpenStreams streams, MessageReader<? extends T> reader) {
      this.aeron = aeron;
      this.streams = streams;
      this.reader = reader;
    }
  }
}
