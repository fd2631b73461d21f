package org.reactiveserializer.internal.operator;

import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.internal.context.ThreadLocals;
import org.reactiveserializer.internal.engine.Backlog;
import org.reactiveserializer.internal.engine.DrainLimit;
import org.reactiveserializer.internal.engine.Hooks;
import org.reactiveserializer.internal.settings.Threads;
import org.reactivestreams.Subscriber;

/**
 * The settings of a serializer.
 *
 * @param bound how many items may wait, and what happens if one finds no room
 * @param errors whether an error waits for the items before it; null: the default of the operator
 * @param drainLimit how many items of others an owner delivers before it transfers ownership
 * @param hooks where items and errors that cannot be signalled go
 * @param threadLocals what items that wait take along; null: nothing
 * @param answers completes the stages of items that have waited for room; null: the default
 * @param <T> the type of the items
 */
public record SerialSettings<T>(
    Bound<T> bound,
    @Nullable ErrorMode errors,
    DrainLimit drainLimit,
    Hooks<T> hooks,
    @Nullable ThreadLocals threadLocals,
    @Nullable Executor answers) {
  /** The capacity that stands for no bound. */
  public static final int UNBOUNDED = 0;

  /**
   * How many items may wait.
   *
   * @param capacity how many; {@link #UNBOUNDED}: any number
   * @param overflow what happens if an item finds no room
   * @param maxWeight how much all of them may weigh, if there is a function
   * @param weigher what an item weighs; null: it does not matter
   * @param <T> the type of the items
   */
  public record Bound<T>(
      int capacity,
      Overflow overflow,
      long maxWeight,
      @Nullable ToLongFunction<? super T> weigher) {
    /** Returns this bound, for what {@code item} finds an item in. */
    public <R> Bound<R> of(Function<? super R, ? extends T> item) {
      ToLongFunction<? super T> ofItem = weigher;
      return new Bound<>(
          capacity,
          overflow,
          maxWeight,
          ofItem == null ? null : from -> ofItem.applyAsLong(item.apply(from)));
    }
  }

  /** Returns the settings of a user who has set nothing but hooks. */
  public static <T> SerialSettings<T> of(Hooks<T> hooks) {
    return new SerialSettings<>(
        new Bound<>(UNBOUNDED, Overflow.DROP_NEWEST, 0, null),
        null,
        DrainLimit.NONE,
        hooks,
        null,
        null);
  }

  /** Returns what happens if an item finds no room. */
  public Overflow overflow() {
    return bound.overflow;
  }

  /** Returns these settings, with a bound. */
  public SerialSettings<T> with(Bound<T> other) {
    return new SerialSettings<>(other, errors, drainLimit, hooks, threadLocals, answers);
  }

  /** Returns these settings, with an error mode. */
  public SerialSettings<T> with(ErrorMode mode) {
    return new SerialSettings<>(bound, mode, drainLimit, hooks, threadLocals, answers);
  }

  /** Returns these settings, for an operator whose errors wait by default. */
  public SerialSettings<T> delayingErrorsByDefault() {
    return errors == null ? with(ErrorMode.DELAYED) : this;
  }

  /** Returns these settings, with a drain limit. */
  public SerialSettings<T> with(DrainLimit limit) {
    return new SerialSettings<>(bound, errors, limit, hooks, threadLocals, answers);
  }

  /** Returns these settings, with other hooks. */
  public SerialSettings<T> with(Hooks<T> other) {
    return new SerialSettings<>(bound, errors, drainLimit, other, threadLocals, answers);
  }

  /** Returns these settings, for items that take thread-locals along. */
  public SerialSettings<T> with(ThreadLocals locals) {
    return new SerialSettings<>(bound, errors, drainLimit, hooks, locals, answers);
  }

  /** Returns these settings, with an executor for answers. */
  public SerialSettings<T> answering(Executor executor) {
    return new SerialSettings<>(bound, errors, drainLimit, hooks, threadLocals, executor);
  }

  /** Returns the hooks, for items as they wait. */
  Hooks<T> hooksOfWaiting() {
    return threadLocals == null ? hooks : threadLocals.unpacking(hooks);
  }

  /** Returns what waits in place of {@code item}. */
  <R extends T> R waitingForm(R item) {
    return threadLocals == null ? item : threadLocals.carrying(item, hooks);
  }

  /** Returns what gets items as they wait, in place of {@code downstream}. */
  <R extends T> Subscriber<? super R> restoring(Subscriber<? super R> downstream) {
    return threadLocals == null ? downstream : threadLocals.restoring(downstream, hooks);
  }

  /** Returns what completes stages, and runs callbacks. */
  Executor answerThreads() {
    return answers == null ? Threads.answers() : answers;
  }

  /** Returns whether the number of items that wait has a bound. */
  boolean isBounded() {
    return bound.capacity != UNBOUNDED;
  }

  Backlog<T> backlog() {
    if (!isBounded()) {
      return Backlog.unbounded();
    }
    boolean evicts = bound.overflow == Overflow.DROP_OLDEST;
    ToLongFunction<? super T> weigher = bound.weigher;
    if (weigher == null) {
      return evicts
          ? Backlog.evicting(bound.capacity)
          : Backlog.bounded(bound.capacity, answerThreads());
    }
    ToLongFunction<? super T> ofForm =
        threadLocals == null ? weigher : threadLocals.unpacking(weigher);
    return evicts
        ? Backlog.evicting(bound.capacity, bound.maxWeight, ofForm, hooks::drop)
        : Backlog.bounded(bound.capacity, bound.maxWeight, ofForm, hooks::drop, answerThreads());
  }

  ErrorMode errorMode(ErrorMode byDefault) {
    return errors == null ? byDefault : errors;
  }
}
