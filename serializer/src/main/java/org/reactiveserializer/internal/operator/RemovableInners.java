package org.reactiveserializer.internal.operator;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.waiting.Arranged;

/**
 * The inners of a merge from which they can be {@linkplain Inner#withdraw withdrawn}.
 *
 * @param <T> the type of the items
 */
final class RemovableInners<T> extends Inners<T> {
  private final RemovableItems<T> items = new RemovableItems<>(this);

  /** Creates the inners of the merge that gets them. */
  RemovableInners() {}

  @Override
  protected Arranged<Inner<T>, T> arranged() {
    return items;
  }

  @Override
  protected void occurred(@Nullable Inner<T> inner, boolean ends) {
    if (inner != null && inner.isWithdrawn() && inner.hasWaiting()) {
      inner.addWaiting(-items.withdraw(inner));
    }
    super.occurred(inner, ends);
  }
}
