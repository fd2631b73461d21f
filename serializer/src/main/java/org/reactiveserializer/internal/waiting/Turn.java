package org.reactiveserializer.internal.waiting;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.right.Work;

/**
 * Work without an item: reports to the owner that a source began or ended, behind the items that
 * the source emitted before. The source knows which of the two it was.
 *
 * @param <S> the type of the source
 */
public final class Turn<S> extends Work {
  private final @Nullable S source;

  /** Creates a turn to be handed over; null stands for what is not a source of type {@code S}. */
  public Turn(@Nullable S source) {
    this.source = source;
  }

  /** Returns the source that began or ended; null as in the constructor. */
  public @Nullable S source() {
    return source;
  }

  @Override
  protected int size() {
    return 0;
  }
}
