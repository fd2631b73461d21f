package org.reactiveserializer.benchmarks.alternatives;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;

/** The word in a padded cell, as in the library; only the segments are missing. */
public final class OneNodeAnItem extends FusedStack {
  private final PaddedReference<Object> cell = new PaddedReference<>();

  /** Creates an idle serializer. */
  public OneNodeAnItem(Subscriber<? super Integer> downstream, Lag lag) {
    super(downstream, lag);
  }

  @Override
  @Nullable Object word() {
    return cell.value();
  }

  @Override
  boolean replaceWord(@Nullable Object expected, @Nullable Object next) {
    return cell.replace(expected, next);
  }

  @Override
  @Nullable Object swapWord(Object next) {
    return cell.swap(next);
  }
}
