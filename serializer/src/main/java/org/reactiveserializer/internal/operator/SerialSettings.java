package org.reactiveserializer.internal.operator;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.internal.context.ThreadLocals;
import org.reactiveserializer.internal.drain.DrainLimit;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.ending.Termination;
import org.reactiveserializer.internal.waiting.BoundedQueue;
import org.reactiveserializer.internal.waiting.RoomLine;
import org.reactivestreams.Subscriber;

/**
 * The settings of a serializer.
 *
 * @param capacity how many items may wait; {@link #UNBOUNDED}: any number
 * @param overflow what happens if an item finds no room
 * @param errors whether an error waits for the items before it; null: the default of the operator
 * @param drainLimit how many items of others an owner delivers before it transfers ownership; null:
 *     any number
 * @param hooks where items and errors that cannot be signalled go
 * @param threadLocals what items that wait take along; null: nothing
 * @param answers completes the stages of items that have waited for room; null: the default
 * @param <T> the type of the items
 */
public record SerialSettings<T>(
    int capacity,
    Overflow overflow,
    @Nullable ErrorMode errors,
    @Nullable DrainLimit drainLimit,
    Hooks<T> hooks,
    @Nullable ThreadLocals threadLocals,
    @Nullable Executor answers) {
  /** The capacity that stands for no bound. */
  public static final int UNBOUNDED = 0;

  /** Creates settings for items that take nothing along. */
  public SerialSettings(
      int capacity,
      Overflow overflow,
      @Nullable ErrorMode errors,
      @Nullable DrainLimit drainLimit,
      Hooks<T> hooks) {
    this(capacity, overflow, errors, drainLimit, hooks, null, null);
  }

  /** Returns these settings, with a bound. */
  public SerialSettings<T> bounded(int items, Overflow whenFull) {
    return new SerialSettings<>(items, whenFull, errors, drainLimit, hooks, threadLocals, answers);
  }

  /** Returns these settings, with an error mode. */
  public SerialSettings<T> with(ErrorMode mode) {
    return new SerialSettings<>(capacity, overflow, mode, drainLimit, hooks, threadLocals, answers);
  }

  /** Returns these settings, for an operator whose errors wait by default. */
  public SerialSettings<T> delayingErrorsByDefault() {
    return errors == null ? with(ErrorMode.DELAYED) : this;
  }

  /** Returns these settings, with a drain limit. */
  public SerialSettings<T> with(DrainLimit limit) {
    return new SerialSettings<>(capacity, overflow, errors, limit, hooks, threadLocals, answers);
  }

  /** Returns these settings, with other hooks. */
  public SerialSettings<T> with(Hooks<T> other) {
    return new SerialSettings<>(
        capacity, overflow, errors, drainLimit, other, threadLocals, answers);
  }

  /** Returns these settings, for items that take thread-locals along. */
  public SerialSettings<T> with(ThreadLocals locals) {
    return new SerialSettings<>(capacity, overflow, errors, drainLimit, hooks, locals, answers);
  }

  /** Returns these settings, with an executor for answers. */
  public SerialSettings<T> answering(Executor executor) {
    return new SerialSettings<>(
        capacity, overflow, errors, drainLimit, hooks, threadLocals, executor);
  }

  /** Returns the hooks, for items as they wait. */
  Hooks<T> hooksOfWaiting() {
    return threadLocals == null ? hooks : threadLocals.unpacking(hooks);
  }

  /** Returns what gets items as they wait, in place of {@code downstream}. */
  <R extends T> Subscriber<? super R> restoring(Subscriber<? super R> downstream) {
    return threadLocals == null ? downstream : threadLocals.restoring(downstream, hooks);
  }

  Executor answerThreads() {
    return answers == null ? AnswerThreads.INSTANCE : answers;
  }

  @Nullable BoundedQueue<T> queue() {
    return capacity == UNBOUNDED
        ? null
        : new BoundedQueue<>(capacity, new RoomLine<>(answerThreads()));
  }

  Termination termination(ErrorMode byDefault) {
    ErrorMode mode = errors == null ? byDefault : errors;
    return mode == ErrorMode.DELAYED ? Termination.delayed() : Termination.immediate();
  }
}
