package org.reactiveserializer.internal.operator;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.ending.Termination;
import org.reactiveserializer.internal.right.DrainLimit;
import org.reactiveserializer.internal.waiting.BoundedQueue;

/**
 * What a serializer is told.
 *
 * @param capacity how many items may wait; {@link #UNBOUNDED}: any number
 * @param whenFull what an item does that finds no room
 * @param delaysErrors whether an error waits for the items before it; null: as the operator does by default
 * @param drainLimit how long a thread emits for others; null: as long as there is something to emit
 * @param hooks where items and errors go that cannot be signalled
 * @param <T> the type of the items
 */
public record SerialSettings<T>(
    int capacity,
    WhenFull whenFull,
    @Nullable Boolean delaysErrors,
    @Nullable DrainLimit drainLimit,
    Hooks<T> hooks) {
  /** No limit, for capacity. */
  public static final int UNBOUNDED = 0;

  /** Returns these settings with errors that wait, or do not. */
  public SerialSettings<T> delayingErrors(boolean delays) {
    return new SerialSettings<>(capacity, whenFull, delays, drainLimit, hooks);
  }

  /** Returns these settings for an operator whose errors wait by default. */
  public SerialSettings<T> delayingErrorsByDefault() {
    return delaysErrors == null ? delayingErrors(true) : this;
  }

  /** Returns these settings with a limit. */
  public SerialSettings<T> with(DrainLimit limit) {
    return new SerialSettings<>(capacity, whenFull, delaysErrors, limit, hooks);
  }

  /** Returns these settings with other hooks. */
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
