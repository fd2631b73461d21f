package org.reactiveserializer.aeron;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.reactiveserializer.internal.settings.Check;
import org.reactiveserializer.internal.settings.Dropped;

/**
 * Immutable settings of an {@link AeronSubscriber}. Each method that changes a setting returns another
 * object.
 *
 * @param <T> the type of the items
 */
public final class AeronSubscriberSettings<T> {
  private final Aeron aeron;
  private final Consumer<ExclusivePublication> closing;
  private final MessageWriter<? super T> writer;
  private Idle idle = Idle.PARK;
  private int queue = 1024;
  private long limitNanos = Long.MAX_VALUE;
  private NotConnected notConnected = NotConnected.WAIT;
  private Consumer<? super T> onDiscard = item -> {};
  private Consumer<? super Throwable> onErrorDropped = Log.DROPPED;

  AeronSubscriberSettings(
      Aeron aeron, Consumer<ExclusivePublication> closing, MessageWriter<? super T> writer) {
    this.aeron = aeron;
    this.closing = closing;
    this.writer = writer;
  }

  private AeronSubscriberSettings<T> copy() {
    AeronSubscriberSettings<T> copy = new AeronSubscriberSettings<>(aeron, closing, writer);
    copy.idle = idle;
    copy.queue = queue;
    copy.limitNanos = limitNanos;
    copy.notConnected = notConnected;
    copy.onDiscard = onDiscard;
    copy.onErrorDropped = onErrorDropped;
    return copy;
  }

  /**
   * Sets what the stream's thread does before it offers a message again that Aeron has not taken. The
   * default is {@link Idle#PARK}.
   *
   * @param strategy what to do
   * @return these settings with that one changed
   */
  public AeronSubscriberSettings<T> idle(Idle strategy) {
    AeronSubscriberSettings<T> copy = copy();
    copy.idle = Objects.requireNonNull(strategy, "idle is null");
    return copy;
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
    AeronSubscriberSettings<T> copy = copy();
    copy.queue = Check.positive(items, "queue");
    return copy;
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
    AeronSubscriberSettings<T> copy = copy();
    copy.limitNanos = Check.positive(limit, "timeLimit").toNanos();
    return copy;
  }

  /**
   * Sets what happens while nobody receives, or when the publication has ended. The default is {@link
   * NotConnected#WAIT}.
   *
   * @param reaction what to do
   * @return these settings with that one changed
   */
  public AeronSubscriberSettings<T> whenNotConnected(NotConnected reaction) {
    AeronSubscriberSettings<T> copy = copy();
    copy.notConnected = Objects.requireNonNull(reaction, "whenNotConnected is null");
    return copy;
  }

  /**
   * Sets a hook for items that were accepted and are not sent, because the stream has ended.
   *
   * @param hook gets each of them, by the thread that finds it; what it throws goes to {@link
   *     #onErrorDropped}
   * @return these settings with that one changed
   */
  public AeronSubscriberSettings<T> onDiscard(Consumer<? super T> hook) {
    AeronSubscriberSettings<T> copy = copy();
    copy.onDiscard = Objects.requireNonNull(hook, "onDiscard is null");
    return copy;
  }

  /**
   * Sets a hook for errors: why the stream has ended, the error of an upstream, and a message of an
   * upstream that was too long. By default they are logged.
   *
   * @param hook gets each error, by the thread that finds it
   * @return these settings with that one changed
   */
  public AeronSubscriberSettings<T> onErrorDropped(Consumer<? super Throwable> hook) {
    AeronSubscriberSettings<T> copy = copy();
    copy.onErrorDropped = Objects.requireNonNull(hook, "onErrorDropped is null");
    return copy;
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
    return new AeronSubscriber<>(this, channel, streamId);
  }

  Aeron aeron() {
    return aeron;
  }

  /** Closes a publication. */
  Consumer<ExclusivePublication> closing() {
    return closing;
  }

  MessageWriter<? super T> writer() {
    return writer;
  }

  Idle idle() {
    return idle;
  }

  int queue() {
    return queue;
  }

  long limitNanos() {
    return limitNanos;
  }

  boolean waits() {
    return notConnected == NotConnected.WAIT;
  }

  void discard(T item) {
    try {
      onDiscard.accept(item);
    } catch (Throwable ofHook) {
      drop(ofHook);
    }
  }

  void drop(Throwable error) {
    Dropped.pass(error, onErrorDropped);
  }
}
