package org.reactiveserializer.internal.operator;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.ending.Termination;
import org.reactiveserializer.internal.right.DrainLimit;
import org.reactiveserializer.internal.waiting.BoundedQueue;

/**
 * The settings of a serializer.
 *
 * @param capacity how many items may wait; {@link #UNBOUNDED}: any number
 * @param whenFull what happens if an item finds no room
 * @param delaysErrors whether an error waits for the items before it; null: the default of the
 *     operator
 * @param drainLimit how many items of others an owner delivers before it transfers the right; null:
 *     any number
 * @param hooks where items and errors that cannot be signalled go
 * @param <T> the type of the items
 */
public record SerialSettings<T>(
    int capacity,
    WhenFull whenFull,
    @Nullable Boolean delaysErrors,
    @Nullable DrainLimit drainLimit,
    Hooks<T> hooks) {
  /** The capacity that stands for no bound. */
  public static final int UNBOUNDED = 0;

  /** Returns these settings, with errors that wait for the items before them, or do not. */
  public SerialSettings<T> delayingErrors(boolean delays) {
    return new SerialSettings<>(capacity, whenFull, delays, drainLimit, hooks);
  }

  /** Returns these settings, for an operator whose errors wait by default. */
  public SerialSettings<T> delayingErrorsByDefault() {
    return delaysErrors == null ? delayingErrors(true) : this;
  }

  /** Returns these settings, with a drain limit. */
  public SerialSettings<T> with(DrainLimit limit) {
    return new SerialSettings<>(capacity, whenFull, delaysErrors, limit, hooks);
  }

  /** Returns these settings, with other hooks. */
  public SerialSettings<T> with(Hooks<T> other) {
    return new SerialSettings<>(capacity, whenFull, delaysErrors, drainLimit, other);
  }

  @Nullable BoundedQueue<T> queue() {
    return capacity == UNBOUNDED ? null : new BoundedQueue<>(capacity);
  }

  Termination termination(boolean delaysByDefault) {
    boolean delays = delaysErrors == null ? delaysByDefault : delaysErrors;
    return delays ? Termination.delayed() : Termination.immediate();
  }
}
