package org.reactiveserializer.internal.waiting;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One item that was handed over alone, by a thread that is contended only now and then. There is
 * nothing to seal, so the owner only reads it.
 *
 * @param <T> the type of the item
 */
public final class Single<T> extends Items<T> {
  private final @Nullable Object source;
  private @Nullable T item;

  /** Creates work that carries {@code item}. */
  public Single(T item, @Nullable Object source) {
    this.item = item;
    this.source = source;
  }

  @Override
  public @Nullable Object source() {
    return source;
  }

  @Override
  public int remaining() {
    return item == null ? 0 : 1;
  }

  @Override
  public T remove() {
    T last = item;
    item = null;
    return Objects.requireNonNull(last);
  }

  @Override
  public boolean isSpent() {
    return item == null;
  }
}
