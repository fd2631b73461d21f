package org.reactiveserializer.internal.operator;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.waiting.Arranged;

/**
 * The inners of a merge whose items are delivered in another order than that of arrival, or not
 * all of them.
 *
 * @param <T> the type of the items
 */
final class OrderedInners<T> extends Inners<T> {
  private final Arranged<Inner<T>, T> arranged;

  /** Creates the inners of the merge that gets them. */
  OrderedInners(Order<? super T> order) {
    arranged = order.arrange(this);
  }

  @Override
  protected Arranged<Inner<T>, T> arranged() {
    return arranged;
  }

  @Override
  boolean blocksSources() {
    return arranged.blocksSources();
  }

  @Override
  protected void occurred(@Nullable Inner<T> inner, boolean ends) {
    if (inner != null && inner.isWithdrawn() && inner.hasWaiting()) {
      inner.addWaiting(-arranged.withdraw(inner));
    }
    super.occurred(inner, ends);
  }

  @Override
  @SuppressWarnings("unchecked") // only inners of T live here
  void add(Inner<?> inner) {
    super.add(inner);
    arranged.began((Inner<T>) inner);
  }

  @Override
  @SuppressWarnings("unchecked") // as above
  void remove(Inner<?> inner) {
    arranged.left((Inner<T>) inner, (Inner<T>) inner.younger);
    super.remove(inner);
  }
}
