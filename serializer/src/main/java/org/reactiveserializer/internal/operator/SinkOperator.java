package org.reactiveserializer.internal.operator;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.internal.drain.StackRoom;
import org.reactiveserializer.internal.drain.ThreadNumber;
import org.reactiveserializer.internal.emission.Counts;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.ending.Termination.End;
import org.reactiveserializer.internal.waiting.BoundedQueue;
import org.reactiveserializer.internal.waiting.Demand;
import org.reactiveserializer.internal.waiting.Outcome;
import org.reactiveserializer.internal.waiting.Waiter;
import org.reactivestreams.Subscriber;

/**
 * The sink: many threads emit, and one downstream, which may subscribe at any time, gets what it
 * requests. Not final, for the same reason as {@link SerialOperator}.
 *
 * @param <T> the type of the items
 */
public class SinkOperator<T> extends SerialInput<SinkOperator<T>, T> implements Flow.Subscription {
  private static final Object GONE = new Object();

  private static final long NOBODY = 0;

  private final SinkCallbacks callbacks;

  // Null: nobody waits, since there is always room.
  private final @Nullable Patience<T> patience;

  // The subscriber until it is attached, then GONE. One compareAndSet publishes it and refuses all
  // others.
  @SuppressWarnings("unused") // through the VarHandle
  private volatile @Nullable Object arrived;

  // Whether the subscriber is attached. By the owner.
  private boolean attached;

  // The terminal that the downstream got: an error, or COMPLETED.
  private volatile @Nullable Object terminal;

  /** Creates an emitter. */
  public SinkOperator(SerialSettings<T> settings) {
    this(newDrainState(), new Demand(), settings.queue(), settings);
  }

  /** Creates an emitter from parts that nothing else uses. */
  public SinkOperator(
      DrainState drain,
      Demand demand,
      @Nullable BoundedQueue<T> queue,
      SerialSettings<T> settings) {
    super(drain, settings.termination(ErrorMode.DELAYED), demand, null, queue, settings);
    this.callbacks = new SinkCallbacks(hooks, termination, demand, drain);
    this.patience =
        queue == null || settings.overflow() == Overflow.DROP_OLDEST
            ? null
            : new Patience<>(this, queue);
    waiting.observe("sink");
  }

  // What a producer calls.

  /**
   * Emits an item, and returns its {@link Outcome}: if it is FULL, LATE or CANCELLED, the caller keeps
   * the item.
   */
  public final int emit(T item) {
    return counted(attempt(item));
  }

  /** As {@link #emit}, for a caller that tries again or discards: a refusal is not counted. */
  public final int attempt(T item) {
    return caused(emitItem(this, Objects.requireNonNull(item, "item is null")));
  }

  /** Emits an item for a producer that has no result to learn of: a refused one is discarded. */
  public final void emitOrDiscard(T item) {
    if (attempt(item) < Outcome.WAITS) {
      discardRefused(item);
    }
  }

  /**
   * As the other, but waits for room for at most {@code nanos}; not inside the downstream. May be
   * INTERRUPTED.
   */
  public final int emit(T item, long nanos) {
    int outcome = attemptInLine(item);
    if (outcome == Outcome.FULL && patience != null) {
      if (nanos > 0 && !isInside()) {
        outcome = patience.park(waitingForm(item), nanos);
      }
      if (outcome == Outcome.FULL && queue != null) {
        reportOverflow(queue);
      }
    }
    return counted(outcome);
  }

  /** As {@link #emit(Object)}; but if this returns FULL, {@link #emitLater} must follow. */
  public final int emitNow(T item) {
    int outcome = attemptInLine(item);
    return outcome == Outcome.FULL ? outcome : counted(outcome);
  }

  /** Lets an item wait for room, and returns the stage of its outcome. After {@link #emitNow}. */
  public final CompletionStage<EmitOutcome> emitLater(T item) {
    CompletionStage<EmitOutcome> stage =
        patience == null ? null : patience.stage(waitingForm(item));
    if (stage == null) {
      counted(Outcome.FULL);
      return Waiter.decided(EmitOutcome.OVERFLOW);
    }
    return stage;
  }

  /** As {@link #attempt}, but does not overtake those who wait, and leaves a full queue as it is. */
  private int attemptInLine(T item) {
    Objects.requireNonNull(item, "item is null");
    if (patience == null) {
      return attempt(item);
    }
    return patience.mustQueueUp() && !isEnding() ? Outcome.FULL : caused(next(this, item));
  }

  /** Runs {@code task} once, when there is room or the stream has ended. */
  public final void whenRoom(Runnable task) {
    Runnable guarded = new RoomTask(hooks, task);
    if (patience == null) {
      answerThreads().execute(guarded);
    } else {
      patience.call(guarded);
    }
  }

  private record RoomTask(Hooks<?> hooks, Runnable task) implements Runnable {
    @Override
    public void run() {
      try {
        task.run();
      } catch (Throwable thrown) {
        hooks.drop(thrown);
      }
    }
  }

  /** Returns why an item is late. After the end was published. */
  final int lateness() {
    return caused(Outcome.LATE);
  }

  /** Decides why a signal is late, once, so that the figures say what the producer is told. */
  private int caused(int outcome) {
    if (outcome == Outcome.LATE) {
      Object end = termination.end(); // null: it threw, and abort is about to cancel
      return end == null || end == End.CANCELLED ? Outcome.CANCELLED : Outcome.LATE;
    }
    return outcome;
  }

  /** Counts an item if its outcome is that the caller keeps it. Returns the outcome. */
  public final int counted(int outcome) {
    if (outcome < Outcome.WAITS) {
      waiting
          .counts()
          .countRefused(
              switch (outcome) {
                case Outcome.FULL -> Counts.OVERFLOW;
                case Outcome.INTERRUPTED -> Counts.INTERRUPTED;
                case Outcome.CANCELLED -> Counts.CANCELLED;
                default -> Counts.TERMINATED;
              });
    }
    return outcome;
  }

  /** Completes, and returns the {@link Outcome} of the completion. */
  public final int end() {
    return outcomeOfEnd(complete(), End.COMPLETED);
  }

  /** Fails, and returns the {@link Outcome} of the error. */
  public final int end(Throwable error) {
    return outcomeOfEnd(fail(Objects.requireNonNull(error, "error is null")), error);
  }

  private int outcomeOfEnd(boolean first, Object requested) {
    if (!first) {
      return caused(Outcome.LATE);
    }
    return terminal == requested ? 0 : Outcome.WAITS;
  }

  /** Ends the stream with an error that overtakes what waits; with nobody to deliver to, here. */
  public final void abandon() {
    if (!termination.stopsItems()) {
      endAtOnce(
          new CancellationException(
              hooks.name() == null
                  ? "the producer has abandoned the stream"
                  : "the producer has abandoned the stream " + hooks.name()));
    }
    if (arrived == null) { // otherwise the owner calls them, when the subscriber is done
      replaceTask();
      callbacks.abandoned();
    }
  }

  /** Returns whether there is a subscriber, and it has neither cancelled nor got the end. */
  public final boolean hasSubscriber() {
    Object end = termination.end();
    return arrived != null && end != End.SETTLED && end != End.CANCELLED;
  }

  /** Sets hooks to be called where the user set none. Ignored by some sinks. By the owner. */
  public void fallBackTo(
      @Nullable Consumer<? super T> discard, @Nullable Consumer<? super Throwable> drop) {}

  /** Returns the callbacks, which any thread may set. */
  public final SinkCallbacks callbacks() {
    return callbacks;
  }

  // What the downstream calls.

  /** Subscribes {@code subscriber}. Returns null, or the reason why it is refused. */
  public final @Nullable IllegalStateException admit(Subscriber<? super T> subscriber) {
    StackRoom.ensure();
    if (!ARRIVED.compareAndSet(this, (Object) null, subscriber)) {
      return secondSubscriber();
    }
    signal();
    // An owner that failed has closed the word, and looked for a subscriber only once after that.
    if (drain.isClosed() && ARRIVED.compareAndSet(this, (Object) subscriber, GONE)) {
      return failedBefore();
    }
    return null;
  }

  private IllegalStateException failedBefore() {
    return new IllegalStateException(
        named() + " failed before it was subscribed to (StackOverflowError or OutOfMemoryError)");
  }

  private String named() {
    return hooks.name() == null ? "this sink" : "the sink " + hooks.name();
  }

  /** Refuses the subscriber that arrived while an owner failed, which has closed the word. */
  @SuppressWarnings("unchecked") // as in attach
  private void refuseArrived() {
    Object subscriber = arrived;
    if (subscriber != null && subscriber != GONE && ARRIVED.compareAndSet(this, subscriber, GONE)) {
      over(); // it came after the other call
      Refused.signal((Subscriber<? super T>) subscriber, failedBefore());
    }
  }

  /** Returns the reason why a second subscriber is refused. */
  public final IllegalStateException secondSubscriber() {
    return new IllegalStateException(
        named() + " allows one subscriber, and was subscribed to before");
  }

  @Override
  public final void request(long n) {
    if (n > 0) {
      try {
        addDemand(n);
      } finally {
        callbacks.requested(); // the demand may be there although that threw
      }
    } else {
      endAtOnce(new IllegalArgumentException("§3.9: request(" + n + "): n must be positive"));
    }
  }

  @Override
  public final void cancel() {
    StackRoom.ensure();
    cancelTermination();
    refuseWaiting();
    signal();
    replaceTask();
    callbacks.cancelled();
  }

  @Override
  final long requestedInTotal() {
    return Objects.requireNonNull(demand).total();
  }

  // What the owner does.

  @Override
  protected boolean hasArrived() {
    return !attached && arrived != null;
  }

  /**
   * Attaches the subscriber that has arrived, even if the thread that subscribed it has not
   * signalled yet.
   */
  @SuppressWarnings("unchecked") // only admit sets it to anything but GONE
  @Override
  protected void attachArrived() {
    Object subscriber = arrived;
    if (subscriber != null && subscriber != GONE && ARRIVED.compareAndSet(this, subscriber, GONE)) {
      attach(restoring((Subscriber<? super T>) subscriber));
      attached = true;
    }
  }

  // What the downstream gets. While a thread is inside it, that thread must not wait for room: only
  // it could make room. leaveDownstream need not be in a finally block: if the downstream throws,
  // the stream has ended, and no thread will wait for room.

  @Override
  protected void enterDownstream() {
    drain.setInsideOpaque(ThreadNumber.ofThisThread());
  }

  @Override
  protected void leaveDownstream() {
    drain.setInsideOpaque(NOBODY);
  }

  /**
   * Returns whether the calling thread is inside the downstream. Opaque accesses are enough for an
   * exact answer: no other thread writes the number of this one.
   */
  private boolean isInside() {
    return drain.insideOpaque() == ThreadNumber.ofThisThread();
  }

  @Override
  protected void deliverEnd(Object end) {
    super.deliverEnd(end);
    terminal = end;
    // If the downstream throws, abort calls this, when it is decided what the end was.
    callbacks.downstreamIsDone();
  }

  @Override
  final void refuseWaiting() {
    if (patience != null) {
      patience.refuseAll();
    }
  }

  @Override
  protected final void releaseSources() {
    wakeAdmitted();
    refuseWaiting();
  }

  @Override
  protected final void cancelSources() {
    try {
      wakeAdmitted();
      refuseWaiting();
    } finally {
      try {
        callbacks.downstreamIsDone();
      } finally {
        refuseArrived();
      }
    }
  }

  @Override
  public String toString() {
    return hooks.describe("Sink", this);
  }

  private static final VarHandle ARRIVED =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "arrived", VarHandle.class, SinkOperator.class, Object.class);
}
