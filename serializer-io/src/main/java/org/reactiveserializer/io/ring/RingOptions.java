package org.reactiveserializer.io.ring;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.reactiveserializer.internal.settings.Check;
import org.reactiveserializer.internal.settings.Dropped;

/**
 * Immutable settings of the streams that begin or end in a ring. Each method that changes a setting
 * returns another object.
 *
 * <pre>{@code
 * RingOptions options = RingOptions.defaults().idle(Idle.YIELD).peerLoss(PeerLoss.WAIT).batch(64);
 * Publisher<IntBuffer> prices = reader.publisher(options);
 * }</pre>
 */
public final class RingOptions {
  static final Duration HANG_TIMEOUT = Duration.ofSeconds(2);

  private static final Consumer<Throwable> LOG =
      Dropped.logged(
          "org.reactiveserializer.io.ring",
          "A stream of a ring ended with an error that cannot be signalled");

  private static final RingOptions DEFAULTS =
      new RingOptions(Idle.PARK, PeerLoss.FAIL_IF_DEAD, 256, false, Integer.MAX_VALUE, LOG);

  private final Idle idle;
  private final PeerLoss peerLoss;
  private final int batch;
  private final boolean views;
  private final int maxMessage;
  private final Consumer<? super Throwable> onErrorDropped;

  private RingOptions(
      Idle idle,
      PeerLoss peerLoss,
      int batch,
      boolean views,
      int maxMessage,
      Consumer<? super Throwable> onErrorDropped) {
    this.idle = idle;
    this.peerLoss = peerLoss;
    this.batch = batch;
    this.views = views;
    this.maxMessage = maxMessage;
    this.onErrorDropped = onErrorDropped;
  }

  /**
   * Returns the default settings: {@link Idle#PARK}, {@link PeerLoss#FAIL_IF_DEAD}, batches of 256,
   * copies, and an {@link #onErrorDropped(Consumer)} that logs a warning through
   * {@link System#getLogger} under the name of this package.
   *
   * @return the settings
   */
  public static RingOptions defaults() {
    return DEFAULTS;
  }

  /**
   * Sets how the stream's thread waits for the other process.
   *
   * @param idle the way
   * @return these settings with that one changed
   */
  public RingOptions idle(Idle idle) {
    Objects.requireNonNull(idle, "idle is null");
    return new RingOptions(idle, peerLoss, batch, views, maxMessage, onErrorDropped);
  }

  /**
   * Sets what the stream does when the other process dies or hangs.
   *
   * @param peerLoss what it does
   * @return these settings with that one changed
   */
  public RingOptions peerLoss(PeerLoss peerLoss) {
    Objects.requireNonNull(peerLoss, "peerLoss is null");
    return new RingOptions(idle, peerLoss, batch, views, maxMessage, onErrorDropped);
  }

  /**
   * Sets the size of a batch: how many ints or messages an item of a reader's stream has at most, or, if
   * an item is one message, how many messages are released together at most. What is not released is
   * delivered again if this process dies: up to one batch.
   *
   * <p>For a writer's stream it is the number of ints or messages that an item is expected to have: so
   * many items are requested as have room then. An item may have more. If an item is one message, it
   * means nothing.
   *
   * @param batch a positive number
   * @return these settings with that one changed
   * @throws IllegalArgumentException if the number is not positive
   */
  public RingOptions batch(int batch) {
    Check.positive(batch, "batch");
    return new RingOptions(idle, peerLoss, batch, views, maxMessage, onErrorDropped);
  }

  /**
   * Lets a publisher emit views of the ring in place of copies: nothing is copied, and each item
   * is valid during {@code onNext} only. An operator that keeps items, such as a buffer or a change
   * of threads, must not get views.
   *
   * @return these settings with that one changed
   */
  public RingOptions views() {
    return new RingOptions(idle, peerLoss, batch, true, maxMessage, onErrorDropped);
  }

  /**
   * Lets a publisher emit copies, which belong to the subscriber. This is the default. Items are
   * released in the ring as with views: a buffer of ints, or a batch of messages, when {@code onNext}
   * returns; single messages after {@link #batch(int)} of them, or when there is none to deliver at the
   * moment or no demand.
   * If the process dies then, what was released and only queued by the subscriber is lost.
   *
   * @return these settings with that one changed
   */
  public RingOptions copies() {
    return new RingOptions(idle, peerLoss, batch, false, maxMessage, onErrorDropped);
  }

  /**
   * Sets how long a message is expected to be at most. A writer's stream requests only as many
   * messages of this length as the ring has room for. A longer message is accepted, too; if it does
   * not fit, it is copied, and waits for room. If this is not set, it is the length of the largest
   * message that the ring accepts, an eighth of the capacity: then at most six messages, or
   * three batches, are requested at a time.
   *
   * @param bytes the length in bytes, a positive number
   * @return these settings with that one changed
   * @throws IllegalArgumentException if the number is not positive
   */
  public RingOptions maxMessage(int bytes) {
    Check.positive(bytes, "maxMessage");
    return new RingOptions(idle, peerLoss, batch, views, bytes, onErrorDropped);
  }

  /**
   * Sets a hook that gets the errors that a stream cannot signal: what the subscriber of a reader
   * throws; and of a writer's stream the error that ended it, before the writer is closed. What the
   * hook throws goes to the uncaught exception handler of the thread, followed by the error.
   *
   * @param hook the hook, in place of the one set before; called by any thread
   * @return these settings with that one changed
   */
  public RingOptions onErrorDropped(Consumer<? super Throwable> hook) {
    Objects.requireNonNull(hook, "hook is null");
    return new RingOptions(idle, peerLoss, batch, views, maxMessage, hook);
  }

  Idle idle() {
    return idle;
  }

  /** Returns whether a stream ends because the other side is so. */
  boolean endsFor(Peer peer) {
    return switch (peer) {
      case CLOSED, FAILED -> true;
      case DEAD -> peerLoss != PeerLoss.WAIT;
      case HUNG -> peerLoss == PeerLoss.FAIL_IF_DEAD_OR_HUNG;
      case ABSENT, ALIVE -> false;
    };
  }

  int batch() {
    return batch;
  }

  boolean areViews() {
    return views;
  }

  int maxMessage() {
    return maxMessage;
  }

  void drop(Throwable error) {
    Dropped.pass(error, onErrorDropped);
  }
}
