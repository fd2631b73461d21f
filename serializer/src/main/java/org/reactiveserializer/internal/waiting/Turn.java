package org.reactiveserializer.internal.waiting;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.right.Work;

/**
 * A change of a source, brought to the owner behind what the source brought before. What changed,
 * the source knows. Carries no item.
 *
 * @param <S> the type of the source
 */
public final class Turn<S> extends Work {
  private final @Nullable S source;

  /** Creates one, to be handed over. */
  public Turn(@Nullable S source) {
    this.source = source;
  }

  /** Returns what changed; {@code null} if it is not a source. */
  public @Nullable S source() {
    return source;
  }

  @Override
  protected int size() {
    return 0;
  }
}
