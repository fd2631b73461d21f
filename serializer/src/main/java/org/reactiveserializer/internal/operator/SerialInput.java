package org.reactiveserializer.internal.operator;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.Stats;
import org.reactiveserializer.internal.context.ThreadLocals;
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.internal.drain.StackRoom;
import org.reactiveserializer.internal.drain.Work;
import org.reactiveserializer.internal.emission.Counts;
import org.reactiveserializer.internal.emission.ItemLoop;
import org.reactiveserializer.internal.ending.Termination;
import org.reactiveserializer.internal.ending.Termination.End;
import org.reactiveserializer.internal.events.Events;
import org.reactiveserializer.internal.observed.Member;
import org.reactiveserializer.internal.waiting.BoundedQueue;
import org.reactiveserializer.internal.waiting.Demand;
import org.reactiveserializer.internal.waiting.Outcome;
import org.reactivestreams.Subscriber;

/**
 * The entrance for producers that only emit items and an end: applies the {@link Overflow} policy
 * if the number of waiting items has a bound, and counts.
 *
 * @param <S> the type of this object, which is the only source
 * @param <T> the type of the items
 */
public abstract class SerialInput<S, T> extends ItemLoop<S, T> {
  // What producers need of them: the policy, and the thread-locals.
  private final SerialSettings<? super T> settings;

  /**
   * Whether this ends or has ended the stream by itself, for an overflow,
   * unless another end was first. So the upstream has not ended.
   */
  // Set before that end is published, so the owner that carries it out sees it.
  volatile boolean endsItself;

  SerialInput(
      DrainState drain,
      Termination termination,
      @Nullable Demand demand,
      @Nullable Subscriber<? super T> downstream,
      @Nullable BoundedQueue<T> queue,
      SerialSettings<? super T> settings) {
    super(
        drain,
        termination,
        demand,
        downstream == null ? null : settings.restoring(downstream),
        settings.hooksOfWaiting(),
        null,
        queue,
        settings.drainLimit());
    this.settings = settings;
  }

  /**
   * Emits an item, and applies the policy if there is no room. Returns its {@link Outcome}. If the
   * item was neither delivered nor {@link Outcome#WAITS}, the caller keeps it. If this throws, the
   * outcome of the item is decided: the caller must not discard it.
   */
  final int emitItem(S self, T item) {
    int outcome = next(self, item);
    return outcome == Outcome.FULL && queue != null ? emitToFull(queue, item) : outcome;
  }

  private int emitToFull(BoundedQueue<T> full, T item) {
    reportOverflow(full);
    if (settings.overflow() == Overflow.DROP_OLDEST) {
      int outcome = isEnding() ? refuse(item) : enqueue(full, waitingForm(item), true);
      evict(full);
      return outcome;
    }
    if (settings.overflow() == Overflow.ERROR) {
      try {
        failByOverflow();
      } catch (Throwable thrown) {
        waiting.discard(item);
        throw thrown;
      }
    }
    return Outcome.FULL;
  }

  /** Tells the flight recorder that an item found no room. By the thread that has the item. */
  final void reportOverflow(BoundedQueue<T> full) {
    try {
      Events.overflow(this, full.capacity(), settings.overflow().name());
    } catch (StackOverflowError lost) {
      // The event is, and not the item.
    }
  }

  /**
   * Requests a pass for one who waits for room. If there is a limit, the first attempt may have used
   * it up: so this leaves all deliveries to a task.
   */
  final void requestPass() {
    if (isLimited()) {
      signalTask();
    } else {
      signal();
    }
  }

  /** As {@link #requestPass}, by a thread that has waited for long: an owner may have left without one. */
  final void lookForOthers() {
    if (drain.isVacant()) {
      StackRoom.ensure();
      requestPass();
    } else {
      continueForOthers();
    }
  }

  /** Discards an item whose emission threw. */
  final void giveUp(Throwable thrown, T item) {
    waiting.discardAfter(thrown, item);
  }

  /**
   * Discards the items that have lost their place. Only now, when the new item has its place and
   * the owner knows of it: a hook that takes long holds up nobody but its own thread.
   */
  private void evict(BoundedQueue<T> full) {
    while (full.mustEvict()) {
      StackRoom.ensureInside(); // first: an item that was removed must reach the hook
      T oldest = full.evict();
      if (oldest != null) {
        waiting.discard(oldest);
      }
    }
  }

  /** Returns what completes stages and runs calls that wait for room. */
  final Executor answerThreads() {
    return settings.answerThreads();
  }

  @Override
  protected final T waitingForm(T item) {
    ThreadLocals locals = settings.threadLocals();
    return locals == null ? item : locals.carrying(item, hooks);
  }

  /** Returns what the loop delivers to in place of {@code subscriber}, which knows no waiting form. */
  final Subscriber<? super T> restoring(Subscriber<? super T> subscriber) {
    return settings.restoring(subscriber);
  }

  private void failByOverflow() {
    IllegalStateException error =
        new IllegalStateException(
            (hooks.name() == null ? "overflow: " : "overflow in " + hooks.name() + ": ")
                + (queue == null ? "no item may wait" : queue.whyFull())
                + ": the downstream has not requested them, or the thread that delivers is behind");
    StackRoom.ensure();
    endsItself = true;
    boolean first = false;
    boolean returned = false;
    try {
      first = failInside(error);
      returned = true;
    } finally {
      if (returned ? first : isEnding()) { // the downstream may have thrown
        stopSources();
      }
    }
  }

  /**
   * Cancels the sources because an overflow ends the stream. By any thread, at the same time as the
   * owner: unlike in {@link #cancelSources}, the downstream may be processing an item.
   */
  protected void stopSources() {}

  /** Ends the stream with an error that overtakes what waits, and each end but the last. */
  final void endAtOnce(Throwable error) {
    StackRoom.ensure();
    publishAtOnce(error);
    signalAtOnce();
  }

  private void publishAtOnce(Throwable error) {
    mustPassFirst = true;
    Throwable unsignalled = termination.failOnViolation(error);
    if (unsignalled != null) {
      hooks.drop(unsignalled);
    }
  }

  private void signalAtOnce() {
    refuseWaiting();
    signal();
  }

  /** Requests the end by an error. Returns false if an end was requested before. */
  final boolean fail(Throwable error) {
    StackRoom.ensure();
    return failInside(error);
  }

  private boolean failInside(Throwable error) {
    mustPassFirst = true; // before the end is published
    return ended(termination.fail(error));
  }

  /** Requests the end by a completion. Returns false if an end was requested before. */
  final boolean complete() {
    StackRoom.ensure();
    mustPassFirst = true; // as above
    return ended(termination.complete());
  }

  private boolean ended(boolean first) {
    if (first) {
      refuseWaiting(); // before this thread may be the owner for long
      signal();
    } else {
      continueForOthers();
    }
    return first;
  }

  /** Answers all who wait for room: no item is accepted any more. */
  void refuseWaiting() {}

  /**
   * Discards an item that was refused, for a producer that has no result to learn of it. By the
   * thread that has the item.
   */
  public final void discardRefused(T item) {
    waiting.discard(item);
  }

  /** Drops an error that was refused, for a producer that has no result to learn of it. */
  public final void dropRefused(Throwable error) {
    hooks.drop(error);
  }

  // Statistics.

  /** Returns how many requested items are not delivered yet; {@link Long#MAX_VALUE}: unbounded. */
  public final long requested() {
    long total = requestedInTotal();
    return total == Long.MAX_VALUE ? total : Math.max(0, total - drain.deliveredOpaque());
  }

  /**
   * Returns how many items the downstream has requested in total; {@link Long#MAX_VALUE}:
   * unbounded.
   */
  abstract long requestedInTotal();

  /** Returns all figures. By any thread. */
  public final Stats stats() {
    Counts made = waiting.counted();
    int waitingNow = backlog();
    return new Snapshot(
        drain.deliveredOpaque(), // including an item that is being delivered
        waitingNow,
        made == null ? 0 : made.discarded(),
        refused(made, Counts.OVERFLOW),
        refused(made, Counts.INTERRUPTED),
        refused(made, Counts.TERMINATED),
        refused(made, Counts.CANCELLED),
        queue == null ? 0 : queue.weight(),
        queue == null
            ? Math.max(made == null ? 0 : made.highWater(), waitingNow)
            : queue.highWater(),
        (made == null ? 0 : made.contended()) + Work.count(drain.youngest()));
  }

  private static long refused(@Nullable Counts made, int kind) {
    return made == null ? 0 : made.refused(kind);
  }

  // The state of the stream, which bridges report. By any thread.

  @Override
  public final @Nullable Member member() {
    return waiting.member();
  }

  /** Returns whether an end was requested, or the stream has ended. */
  public final boolean isTerminated() {
    // An owner that ran out of stack space may have closed the word, and left the rest to others.
    return isEnding() || drain.isClosed();
  }

  /** Returns whether the downstream cancelled or threw before it got the end. */
  public final boolean wasCancelled() {
    return termination.end() == End.CANCELLED;
  }

  /** Returns the error by which the stream has ended or will end; null if there is none. */
  public final @Nullable Throwable error() {
    return termination.error();
  }

  /** Returns whether the stream is completed or will be. */
  public final boolean isCompleted() {
    return termination.isCompleted();
  }

  /** Returns how many items wait, in constant time. */
  public final int backlog() {
    return queue == null ? drain.itemsWaiting() : queue.size();
  }
}
