package org.reactiveserializer.internal.operator;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.ending.Termination.End;
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
public class SinkEmitter<T> extends WatchedEntrance<SinkEmitter<T>, T>
    implements Flow.Subscription {
  private static final Object GONE = new Object();

  private final Demand demand;

  private final Occasion terminated = new Occasion();
  private final Occasion cancelled = new Occasion();
  private volatile @Nullable LongConsumer onRequest;
  private @Nullable Runnable whenDone;

  // The subscriber, until it is attached; then GONE. One step publishes it, and makes others come too late.
  @SuppressWarnings("unused") // through the VarHandle
  private volatile @Nullable Object arrived;

  // Of the owner.
  private boolean attached;

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
    return emitItem(this, Objects.requireNonNull(item, "item is null"));
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

  /** Sets hooks to be called where the user set none. Not every sink takes them. By the owner. */
  public void fallBackTo(
      @Nullable Consumer<? super T> discard, @Nullable Consumer<? super Throwable> drop) {}

  // Callbacks. What one throws is dropped: it must reach neither the downstream nor a producer (§3.15, §3.16).

  /** Returns the end of the stream, for the downstream. */
  public final Occasion terminated() {
    return terminated;
  }

  /** Returns the cancellation. */
  public final Occasion cancelled() {
    return cancelled;
  }

  /** Sets what is called with each request from now on, by the thread that requests. */
  public final void callOnRequest(LongConsumer callback) {
    onRequest = callback;
    if (isOver()) {
      onRequest = null; // behind the look at the end: this thread, or the owner, releases it
    }
  }

  /** Sets what is called by the owner, once or twice, when the downstream is done; before the sink is shared. */
  public final void whenDone(Runnable release) {
    whenDone = release;
  }

  private void quietly(Runnable callback) {
    try {
      callback.run();
    } catch (Throwable thrown) {
      hooks.drop(thrown);
    }
  }

  /** The downstream gets nothing more, now that it got its terminal, cancelled or threw. By the owner. */
  protected void downstreamIsDone() {
    onRequest = null;
    Runnable release = whenDone;
    if (release != null) {
      release.run();
    }
    quietly(terminated::happen);
    if (wasCancelled()) {
      quietly(cancelled::happen);
    } else if (termination.end() == End.SETTLED) { // also if it threw at the terminal, which it got
      cancelled.ruleOut();
    }
  }

  @Override
  protected void deliverCompletion() {
    try {
      super.deliverCompletion();
    } finally {
      downstreamIsDone();
    }
  }

  @Override
  protected void deliverError(Throwable error) {
    try {
      super.deliverError(error);
    } finally {
      downstreamIsDone();
    }
  }

  // What the downstream calls.

  /** Subscribes {@code subscriber}. Returns why it cannot, if it cannot. */
  public final @Nullable IllegalStateException admit(Subscriber<? super T> subscriber) {
    if (!ARRIVED.compareAndSet(this, (Object) null, subscriber)) {
      return secondSubscriber();
    }
    // Nothing else ends it before; and if it was let in by another thread, it has got that end.
    if (right().isClosed() && ARRIVED.compareAndSet(this, (Object) subscriber, GONE)) {
      return new IllegalStateException(
          "this sink failed before it was subscribed to (StackOverflowError or OutOfMemoryError)");
    }
    signalOrNote();
    return null;
  }

  /** Returns the reason why a second subscriber gets nothing. */
  public static IllegalStateException secondSubscriber() {
    return new IllegalStateException(
        "this sink allows one subscriber, and was subscribed to before");
  }

  @Override
  public void request(long n) {
    if (n > 0) {
      addDemand(demand, n);
      LongConsumer callback = onRequest;
      if (callback != null && !isEnding()) {
        quietly(() -> callback.accept(n));
      }
    } else {
      violated(new IllegalArgumentException("§3.9: request(" + n + "): n must be positive"));
    }
  }

  private void violated(Throwable error) {
    mustPassFirst = true;
    try {
      Throwable unsignalled = termination.failOnViolation(error);
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
    if (wasCancelled()) {
      quietly(cancelled::happen);
    }
  }

  @Override
  final long requestedInTotal() {
    return demand.total();
  }

  // What the owner does.

  @Override
  protected long grant() {
    long granted = demand.grant();
    if (granted == 0) {
      wakeForRemoved();
    }
    return granted;
  }

  @Override
  protected void satisfied() {
    demand.satisfied();
    wakeForRemoved();
  }

  @Override
  protected void beforeTransfer() {
    wakeForRemoved();
  }

  private void wakeForRemoved() {
    if (queue != null) {
      queue.wakeForRemoved();
    }
  }

  /** This thread may have been told, and takes no room. */
  @Override
  protected int beforeFastPath(SinkEmitter<T> source) {
    if (queue != null) {
      queue.wakeIfRoom();
    }
    return 0;
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
      attached = true;
    }
  }

  @Override
  protected boolean hasDownstream() {
    return attached;
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
    try {
      ending();
    } finally {
      downstreamIsDone();
    }
  }

  /** Nobody need wait for room any more. */
  @Override
  void ending() {
    if (queue != null) {
      queue.waiters().wakeAll();
    }
  }

  private static final VarHandle ARRIVED =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "arrived", VarHandle.class, SinkEmitter.class, Object.class);
}
