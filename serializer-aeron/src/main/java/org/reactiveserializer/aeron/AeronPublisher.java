package org.reactiveserializer.aeron;

import io.aeron.Aeron;
import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.driver.status.SystemCounterDescriptor;
import io.aeron.exceptions.AeronException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.settings.Check;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/**
 * The messages of any number of Aeron publications, on any number of machines, as one stream.
 *
 * <p><b>Threads.</b> The stream has a thread of its own, a daemon. It polls, and it makes all signals
 * but {@code onSubscribe} (§1.3). All methods may be called by any thread.
 *
 * <p><b>Order.</b> The messages of one session are delivered in the order in which it sent them. There
 * is no order between sessions. A message of several fragments is delivered as one.
 *
 * <p><b>Demand.</b> Without demand the stream does not poll, and it never takes more fragments than
 * items are requested. So Aeron's flow control holds the senders back: their {@code offer} reports back
 * pressure when the window is full.
 *
 * <p><b>The end.</b> Publications may come and go; the stream goes on, unless {@link
 * AeronPublisherSettings#completeAfterLast} is set. {@link #close} completes it. It ends with an error
 * if Aeron closes the subscription, for example because the media driver has gone, or the client was paused for
 * longer than Aeron allows; its cause is what Aeron's client has said, unless that was {@linkplain AeronNode#of given}.
 * A message that the
 * {@link MessageReader} cannot read is skipped, unless {@link AeronPublisherSettings#failOnUnreadable} is
 * set. If the subscriber throws, it gets no further signal (§2.13), and {@link
 * AeronPublisherSettings#onErrorDropped} gets what it has thrown. If it cancels, the subscription is closed, and
 * no signal follows. A request that is not positive ends the stream with an error (§3.9).
 *
 * @param <T> the type of the items
 */
public final class AeronPublisher<T> implements Publisher<T>, AutoCloseable {
  private static final long UNKNOWN = -1;

  private final AeronPublisherSettings<T> settings;
  private final Subscription subscription;
  private final PollLoop<T> loop;
  private final long closeHandler;
  private final AtomicBoolean isSubscribed = new AtomicBoolean();
  private final AtomicLong available = new AtomicLong();
  private final AtomicLong gone = new AtomicLong();
  private final CountDownLatch closed = new CountDownLatch(1);

  AeronPublisher(AeronPublisherSettings<T> settings, String channel, int streamId) {
    this.settings = settings;
    subscription =
        settings.aeron().addSubscription(channel, streamId, this::imageCame, this::imageWent);
    loop = new PollLoop<>(new Owner(), subscription, settings);
    // Called also if the driver is lost. This takes a lock, after which Aeron's thread sees the
    // loop.
    closeHandler = settings.aeron().addCloseHandler(loop::wake);
  }

  private void imageCame(Image image) {
    available.incrementAndGet();
    settings.image(ImageEvent.of(true, image));
  }

  private void imageWent(Image image) {
    gone.incrementAndGet();
    if (loop != null) { // or else it is not made yet, and looks before its first rest
      loop.imageWent(image.sessionId());
    }
    settings.image(ImageEvent.of(false, image));
  }

  /**
   * Subscribes the one subscriber.
   *
   * @param subscriber gets the items; or, if it is not the first, an {@link IllegalStateException}
   *     through its {@code onError}
   */
  @Override
  public void subscribe(Subscriber<? super T> subscriber) {
    Objects.requireNonNull(subscriber, "subscriber is null (§1.9)");
    if (isSubscribed.getAndSet(true)) {
      subscriber.onSubscribe(Refused.INSTANCE);
      subscriber.onError(
          new IllegalStateException(
              "only one subscriber is allowed, and none after close: " + subscription.channel()));
      return;
    }
    loop.start(subscriber);
  }

  /**
   * Ends the stream: the subscription is closed, and the subscriber gets {@code onComplete}. What has
   * arrived and was not delivered is given up. Returns at once.
   */
  @Override
  public void close() {
    loop.close();
    startToEnd();
  }

  /** The client is about to be closed. */
  void endWithClient() {
    if (!loop.isClosing()) {
      loop.fail(
          new IllegalStateException(
              "the client of the stream from %s %d was closed"
                  .formatted(subscription.channel(), subscription.streamId())));
    }
    startToEnd();
  }

  private void startToEnd() {
    if (!isSubscribed.getAndSet(true)) {
      loop.start(NobodyElse.INSTANCE); // not here: a hook of Aeron must not close anything
    }
  }

  boolean isReleased() {
    return loop.isReleased();
  }

  Thread thread() {
    return loop.thread();
  }

  private void removeCloseHandler() {
    Aeron aeron = settings.aeron();
    try {
      if (!aeron.isClosed()) {
        aeron.removeCloseHandler(closeHandler);
      }
    } catch (AeronException closing) {
      // The client is being closed, and forgets its handlers.
    }
  }

  private final class Owner implements PollLoop.Owner {
    /**
     * An image is in the list before it is announced, and leaves it before that is announced. So the
     * numbers must agree, before and after the look at the list.
     */
    @Override
    public boolean isLastGone() {
      long all = available.get();
      List<Image> images = subscription.images();
      for (Image image : images) {
        if (!image.isEndOfStream()) {
          return false;
        }
      }
      return all > 0 && images.size() + gone.get() == all && available.get() == all;
    }

    @Override
    public @Nullable Throwable whyClosed() {
      removeCloseHandler(); // takes a lock, which Aeron's thread has until it has said why
      return settings.clientFailure();
    }

    @Override
    public void hasEnded() {
      try {
        removeCloseHandler();
      } finally {
        closed.countDown();
      }
    }
  }

  /**
   * Waits until the stream has ended, and its subscription is closed.
   *
   * @param timeout how long to wait at most
   * @return false if the time was up before
   * @throws InterruptedException if the thread is interrupted
   */
  public boolean awaitClosed(Duration timeout) throws InterruptedException {
    return closed.await(Check.nanos(timeout), TimeUnit.NANOSECONDS);
  }

  /**
   * Returns Aeron's own subscription, for its addresses and destinations (MDC). Only this stream may
   * poll it.
   *
   * @return the subscription
   */
  public Subscription subscription() {
    return subscription;
  }

  /**
   * Returns what was received so far.
   *
   * @return the figures, each a snapshot by itself
   */
  public AeronPublisherStats stats() {
    Map<Integer, Long> positions = new HashMap<>();
    subscription.forEachImage(image -> positions.put(image.sessionId(), image.position()));
    return new AeronPublisherSnapshot(
        loop.deliveries().delivered(),
        loop.deliveries().bytes(),
        loop.deliveries().unreadable(),
        loop.requested(),
        available.get(),
        gone.get(),
        Map.copyOf(positions),
        counter(SystemCounterDescriptor.LOSS_GAP_FILLS),
        counter(SystemCounterDescriptor.NAK_MESSAGES_SENT));
  }

  /** The counters of a client that is closed are not in memory any more. */
  private long counter(SystemCounterDescriptor counter) {
    Aeron aeron = settings.aeron();
    return aeron.isClosed() ? UNKNOWN : aeron.countersReader().getCounterValue(counter.id());
  }

  /** In place of a subscriber, if the stream is closed before there is one. */
  private enum NobodyElse implements Subscriber<Object> {
    INSTANCE;

    @Override
    public void onSubscribe(org.reactivestreams.Subscription none) {}

    @Override
    public void onNext(Object item) {}

    @Override
    public void onError(Throwable error) {}

    @Override
    public void onComplete() {}
  }

  /** The subscription of a subscriber that gets nothing. */
  private enum Refused implements org.reactivestreams.Subscription {
    INSTANCE;

    @Override
    public void request(long n) {}

    @Override
    public void cancel() {}
  }
}
