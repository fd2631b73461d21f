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
      new RingOptions(
          Idle.PARK, PeerLoss.FAIL_IF_DEAD, 256, false, false, Integer.MAX_VALUE, LOG);

  private final Idle idle;
  private final PeerLoss peerLoss;
  private final int batch;
  private final boolean views;
  private final boolean batched;
  private final int maxMessage;
  private final Consumer<? super Throwable> onDropped;

  private RingOptions(
      Idle idle,
      PeerLoss peerLoss,
      int batch,
      boolean views,
      boolean batched,
      int maxMessage,
      Consumer<? super Throwable> onDropped) {
    this.idle = idle;
    this.peerLoss = peerLoss;
    this.batch = batch;
    this.views = views;
    this.batched = batched;
    this.maxMessage = maxMessage;
    this.onDropped = onDropped;
  }

  /**
   * Returns the default settings: {@link Idle#PARK}, {@link PeerLoss#FAIL_IF_DEAD}, batches of 256,
   * copies, and an {@link #onDropped(Consumer)} that logs a warning through
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
    return new RingOptions(idle, peerLoss, batch, views, batched, maxMessage, onDropped);
  }

  /**
   * Sets what the stream does when the other process dies or hangs.
   *
   * @param peerLoss what it does
   * @return these settings with that one changed
   */
  public RingOptions peerLoss(PeerLoss peerLoss) {
    Objects.requireNonNull(peerLoss, "peerLoss is null");
    return new RingOptions(idle, peerLoss, batch, views, batched, maxMessage, onDropped);
  }

  /**
   * Sets the size of a batch: how many ints one buffer of a reader's stream has at most, or how
   * many messages a reader's stream releases together at most. What is not released is delivered
   * again if this process dies: up to one batch.
   *
   * <p>For a writer's stream of ints it is the number of ints that an item is expected to have: so
   * many items are requested as have room then. An item may have more. For a writer's stream of
   * messages it means nothing, unless {@link #publishInBatches} is set.
   *
   * @param batch a positive number
   * @return these settings with that one changed
   * @throws IllegalArgumentException if the number is not positive
   */
  public RingOptions batch(int batch) {
    Check.positive(batch, "batch");
    return new RingOptions(idle, peerLoss, batch, views, batched, maxMessage, onDropped);
  }

  /**
   * Lets a publisher emit views of the ring in place of copies: nothing is copied, and each buffer
   * is valid during {@code onNext} only. An operator that keeps items, such as a buffer or a change
   * of threads, must not get views.
   *
   * @return these settings with that one changed
   */
  public RingOptions views() {
    return new RingOptions(idle, peerLoss, batch, true, batched, maxMessage, onDropped);
  }

  /**
   * Lets a publisher emit copies, which belong to the subscriber. This is the default. Items are
   * released in the ring as with views: a buffer of ints when {@code onNext} returns, messages
   * after {@link #batch(int)} of them, or when there is none to deliver at the moment or no demand.
   * If the process dies then, what was released and only queued by the subscriber is lost.
   *
   * @return these settings with that one changed
   */
  public RingOptions copies() {
    return new RingOptions(idle, peerLoss, batch, false, batched, maxMessage, onDropped);
  }

  /**
   * Lets a writer's stream of messages publish up to {@link #batch(int)} messages together, which is
   * faster. That holds for messages that the upstream emits from within {@code request}, as it does
   * when it has them already. They are published when the batch is full, when the ring is full, when
   * what was requested is used up, and when {@code request} returns (and another call of it, if one is
   * due by then). So set this only if the upstream does not wait in {@code request} for its next item:
   * the reader would not see those before it. Other messages are published one by one, as all are if
   * this is not set.
   *
   * <p>If this process dies, the messages that were not published are lost, up to one batch.
   *
   * @return these settings with that one changed
   */
  public RingOptions publishInBatches() {
    return new RingOptions(idle, peerLoss, batch, views, true, maxMessage, onDropped);
  }

  /**
   * Sets how long a message is expected to be at most. A writer's stream requests only as many
   * messages of this length as the ring has room for. A longer message is accepted, too; if it does
   * not fit, it is copied, and waits for room. If this is not set, it is the length of the largest
   * message that the ring accepts, an eighth of the capacity: then at most six messages are
   * requested at a time.
   *
   * @param bytes the length in bytes, a positive number
   * @return these settings with that one changed
   * @throws IllegalArgumentException if the number is not positive
   */
  public RingOptions maxMessage(int bytes) {
    Check.positive(bytes, "maxMessage");
    return new RingOptions(idle, peerLoss, batch, views, batched, bytes, onDropped);
  }

  /**
   * Sets a hook that gets the errors that a stream cannot signal: what the subscriber of a reader
   * throws; and of a writer's stream the error that ended it, before the writer is closed. What the
   * hook throws goes to the uncaught exception handler of the thread, followed by the error.
   *
   * @param hook the hook, in place of the one set before; called by any thread
   * @return these settings with that one changed
   */
  public RingOptions onDropped(Consumer<? super Throwable> hook) {
    Objects.requireNonNull(hook, "hook is null");
    return new RingOptions(idle, peerLoss, batch, views, batched, maxMessage, hook);
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

  boolean arePublishedInBatches() {
    return batched;
  }

  int maxMessage() {
    return maxMessage;
  }

  void drop(Throwable error) {
    Dropped.pass(error, onDropped);
  }
}
