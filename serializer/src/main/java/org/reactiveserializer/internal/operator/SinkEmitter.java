package org.reactiveserializer.internal.operator;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.ending.Termination.End;
import org.reactiveserializer.internal.right.Work;
import org.reactiveserializer.internal.waiting.BoundedQueue;
import org.reactiveserializer.internal.waiting.Demand;
import org.reactiveserializer.internal.waiting.Fate;
import org.reactivestreams.Subscriber;

/**
 * Many threads, one downstream that comes when it likes and gets what it requests. Not final: as {@link
 * SerialEmitter}.
 *
 * @param <T> the type of the items
 */
public class SinkEmitter<T> extends WatchedEntrance<SinkEmitter<T>, T> {
  private static final Object GONE = new Object();

  private final Demand demand;
  private final SinkCounts counts = new SinkCounts();

  // The subscriber, until it is attached; then GONE. One step publishes it, and makes others come too late.
  @SuppressWarnings("unused") // through the VarHandle
  private volatile @Nullable Object arrived;

  /** Creates an emitter. */
  public SinkEmitter(SerialSettings<T> settings) {
    this(new Demand(), settings.queue(), settings);
  }

  /** As the other, of parts that are all fresh. */
  public SinkEmitter(
      Demand demand, @Nullable BoundedQueue<T> queue, SerialSettings<T> settings) {
    super(queue, settings);
    this.demand = demand;
  }

  // What a producer calls.

  /** Brings an item, and returns its {@link Fate}: if that is FULL or LATE, the item is still the caller's. */
  public int emit(T item) {
    return bring(this, Objects.requireNonNull(item, "item is null"));
  }

  /** As the other, but waits for room, for so many nanoseconds at most. */
  public int emit(T item, long nanos) {
    int fate = next(this, Objects.requireNonNull(item, "item is null"));
    return fate == Fate.FULL && queue != null && nanos > 0 && !isInside()
        ? Patience.whenThereIsRoom(queue, nanos, () -> next(this, item))
        : fate;
  }

  /** Completes, and returns the {@link Fate} of that. */
  public int end() {
    return fateOfEnd(complete(), COMPLETION);
  }

  /** Fails, and returns the {@link Fate} of that. */
  public int end(Throwable error) {
    return fateOfEnd(fail(Objects.requireNonNull(error, "error is null")), error);
  }

  private int fateOfEnd(boolean first, Object terminal) {
    if (!first) {
      return Fate.LATE;
    }
    return hasSignalled(terminal) ? 0 : Fate.WAITS;
  }

  /** Tells whether it is by the downstream that a signal is late: it cancelled, or threw. */
  public boolean isCancelled() {
    Object end = termination.end();
    return end == null || end == End.CANCELLED; // null: it threw, and is about to be cancelled for that
  }

  /** Tells whether a subscriber has come, and has neither cancelled nor got the end. */
  public boolean hasSubscriber() {
    Object end = termination.end();
    return arrived != null && end != End.SETTLED && end != End.CANCELLED;
  }

  // What the downstream calls.

  /** Subscribes {@code subscriber}. Returns why it cannot, if it cannot. */
  public final @Nullable IllegalStateException admit(Subscriber<? super T> subscriber) {
    if (!ARRIVED.compareAndSet(this, (Object) null, subscriber)) {
      return new IllegalStateException(
          "a sink has one subscriber, and this one was subscribed to before");
    }
    // Nothing else ends it before; and if it was let in by another thread, it has got that end.
    if (right().isClosed() && ARRIVED.compareAndSet(this, (Object) subscriber, GONE)) {
      return new IllegalStateException(
          "the sink came to its end before anybody subscribed, for want of stack or heap");
    }
    signalOrTakeCare();
    return null;
  }

  @Override
  public void request(long n) {
    if (n > 0) {
      ask(demand, n);
    } else {
      violated(new IllegalArgumentException("§3.9: request(" + n + "): n must be positive"));
    }
  }

  private void violated(Throwable error) {
    mustPassFirst = true;
    try {
      Throwable unsignalled = termination.violate(error);
      if (unsignalled != null) {
        hooks.drop(unsignalled);
      }
      ending();
      signal();
    } catch (Throwable thrown) {
      endUnsignalled = true;
      throw thrown;
    }
  }

  @Override
  public void cancel() {
    try {
      cancelTermination();
    } finally {
      try {
        ending();
      } finally {
        signal();
      }
    }
  }

  /** Returns how many items may be emitted before one waits, as far as the downstream has said so. */
  public long requested() {
    long total = demand.total();
    return total == Long.MAX_VALUE ? total : Math.max(0, total - right().deliveredOpaque());
  }

  /** Returns how many items were given to the discard hook. */
  public long discardedCount() {
    return counts.discarded();
  }

  /** Returns how many emissions met somebody else who was emitting. */
  public long contendedCount() {
    return counts.contended() + Work.count(right().youngest()) + growth();
  }

  /** Returns the most items that waited at a time; with a bound perhaps more, but never more than may. */
  public int highWater() {
    return queue == null ? Math.max(counts.highWater(), backlog()) : queue.highWater();
  }

  /** Returns how many items were delivered. */
  public long deliveredCount() {
    return right().deliveredOpaque();
  }

  // What the owner does.

  @Override
  protected long grant() {
    long granted = demand.grant();
    if (granted == 0) {
      tellOfTheRest();
    }
    return granted;
  }

  @Override
  protected void satisfied() {
    demand.satisfied();
    tellOfTheRest();
  }

  @Override
  protected void leaving() {
    tellOfTheRest();
  }

  private void tellOfTheRest() {
    if (queue != null) {
      queue.tellOfTheRest();
    }
  }

  /** This thread may have been told, and takes no room. */
  @Override
  protected int straight(SinkEmitter<T> source) {
    if (queue != null) {
      queue.tellOfRoom();
    }
    return 0;
  }

  @Override
  protected void discarded() {
    counts.countDiscarded();
  }

  @Override
  protected void waits(SinkEmitter<T> source, int n) {
    counts.countHandedOver(n);
    kept(source);
  }

  @Override
  protected void kept(SinkEmitter<T> source) {
    counts.raise(right().waitingTaken()); // not backlog(), which takes the word from the producers
  }

  @Override
  protected void contended() {
    if (queue != null) {
      counts.countContended(); // otherwise the owner counts, for all
    }
  }

  @Override
  protected void look() {
    attach();
    super.look();
    if (!mayEnd() && termination.stopsItems()) {
      discardWaiting(); // the error waits for a downstream, but nothing else does
    }
  }

  /** Lets the subscriber in that has arrived, though whoever brought it may not have signalled yet. */
  @SuppressWarnings("unchecked") // only subscribe sets it to anything else
  private void attach() {
    Object subscriber = arrived;
    if (subscriber != null
        && subscriber != GONE
        && ARRIVED.compareAndSet(this, subscriber, GONE)) {
      attach((Subscriber<? super T>) subscriber);
      greet();
    }
  }

  @Override
  protected boolean mayEnd() {
    return isSubscribed();
  }

  @Override
  protected void releaseSources() {
    ending();
  }

  @Override
  protected void cancelSources() {
    ending();
  }

  /** Nobody need wait for room any more. */
  @Override
  void ending() {
    if (queue != null) {
      queue.room().openForAll();
    }
  }

  private static final VarHandle ARRIVED =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "arrived", VarHandle.class, SinkEmitter.class, Object.class);
}
