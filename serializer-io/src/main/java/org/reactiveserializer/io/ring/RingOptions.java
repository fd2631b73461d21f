package org.reactiveserializer.io.ring;

import java.util.Objects;
import java.util.function.Consumer;
import org.reactiveserializer.internal.settings.Check;
import org.reactiveserializer.internal.settings.Dropped;
import org.reactiveserializer.internal.settings.SettingValues;

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
  private static final Consumer<Throwable> LOG =
      Dropped.logged(
          "org.reactiveserializer.io.ring",
          "A stream of a ring ended with an error that cannot be signalled");

  private static final RingOptions DEFAULTS = new RingOptions(new Values());

  final Values values;

  private RingOptions(Values values) {
    this.values = values;
  }

  private RingOptions change(Consumer<Values> change) {
    return new RingOptions(values.with(change));
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
    return change(copy -> copy.idle = idle);
  }

  /**
   * Sets what the stream does when the other process dies or hangs.
   *
   * @param peerLoss what it does
   * @return these settings with that one changed
   */
  public RingOptions peerLoss(PeerLoss peerLoss) {
    Objects.requireNonNull(peerLoss, "peerLoss is null");
    return change(copy -> copy.peerLoss = peerLoss);
  }

  /**
   * Sets the size of a batch: how many ints an item of a reader's stream has at most, or how many
   * messages are released together at most. What is not released is delivered again if this process
   * dies. For a writer's stream it is the number of ints that an item is expected to have: so many
   * items are requested as have room then. An item may have more.
   *
   * @param batch a positive number
   * @return these settings with that one changed
   * @throws IllegalArgumentException if the number is not positive
   */
  public RingOptions batch(int batch) {
    Check.positive(batch, "batch");
    return change(copy -> copy.batch = batch);
  }

  /**
   * Lets a publisher emit views of the ring in place of copies: nothing is copied, and each item
   * is valid during {@code onNext} only. An operator that keeps items, such as a buffer or a change
   * of threads, must not get views.
   *
   * @return these settings with that one changed
   */
  public RingOptions views() {
    return change(copy -> copy.areViews = true);
  }

  /**
   * Sets how long a message is expected to be at most. A writer's stream requests only as many
   * messages of this length as the ring has room for. A longer message is accepted, too; if it does
   * not fit, it is copied, and waits for room. If this is not set, it is the length of the largest
   * message that the ring accepts, an eighth of the capacity: then at most six are requested at a
   * time.
   *
   * @param bytes the length in bytes, a positive number
   * @return these settings with that one changed
   * @throws IllegalArgumentException if the number is not positive
   */
  public RingOptions maxMessage(int bytes) {
    Check.positive(bytes, "maxMessage");
    return change(copy -> copy.maxMessage = bytes);
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
    return change(copy -> copy.onErrorDropped = hook);
  }

  /** Returns whether a stream ends because the other side is so. */
  boolean endsFor(Peer peer) {
    return switch (peer) {
      case CLOSED, FAILED -> true;
      case DEAD -> values.peerLoss != PeerLoss.WAIT;
      case HUNG -> values.peerLoss == PeerLoss.FAIL_IF_DEAD_OR_HUNG;
      case ABSENT, ALIVE -> false;
    };
  }

  void drop(Throwable error) {
    Dropped.pass(error, values.onErrorDropped);
  }

  static final class Values extends SettingValues<Values> {
    Idle idle = Idle.PARK;
    PeerLoss peerLoss = PeerLoss.FAIL_IF_DEAD;
    int batch = 256;
    boolean areViews;
    int maxMessage = Integer.MAX_VALUE;
    Consumer<? super Throwable> onErrorDropped = LOG;
  }
}
