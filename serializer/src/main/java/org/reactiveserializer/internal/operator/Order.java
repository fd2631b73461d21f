package org.reactiveserializer.internal.operator;

import java.util.Comparator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.waiting.Arranged;

/**
 * In which order a merge delivers what waits, if not in that of arrival.
 *
 * @param kind what decides the order
 * @param comparator compares items that are ranked; null for the other kinds
 * @param <T> the type of the items
 */
record Order<T>(Kind kind, @Nullable Comparator<? super T> comparator) {
  /** The order of the inners: all items of the first one, then all of the second one. */
  static final Order<Object> EAGER = new Order<>(Kind.EAGER, null);

  /** The order of arrival, without the items of inners that are withdrawn. */
  static final Order<Object> REMOVABLE = new Order<>(Kind.REMOVABLE, null);

  /** Returns the order of {@code comparator}, and that of arrival among equal items. */
  static <T> Order<T> ranked(Comparator<? super T> comparator) {
    return new Order<>(Kind.RANKED, comparator);
  }

  /** Makes the order of one merge. */
  <R extends T> Arranged<Inner<R>, R> arrange(OrderedInners<R> inners) {
    return switch (kind) {
      case EAGER -> new EagerItems<>();
      case REMOVABLE -> new RemovableItems<>(inners);
      case RANKED -> new RankedItems<>(inners, Objects.requireNonNull(comparator));
    };
  }

  enum Kind {
    EAGER,
    REMOVABLE,
    RANKED
  }
}
