package org.reactiveserializer.internal.waiting;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.drain.Work;

/**
 * Work without an item: reports to the owner that a source began or ended, behind the items that
 * the source emitted before.
 *
 * @param <S> the type of the source
 */
public final class SourceEvent<S> extends Work {
  private final @Nullable S source;
  private final boolean ends;

  /**
   * Creates a source event to be handed over.
   *
   * @param source null stands for what is not a source of type {@code S}
   * @param ends whether the source ended; otherwise it began
   */
  public SourceEvent(@Nullable S source, boolean ends) {
    this.source = source;
    this.ends = ends;
  }

  /** Returns the source that began or ended; null as in the constructor. */
  public @Nullable S source() {
    return source;
  }

  /** Returns whether the source ended; otherwise it began. */
  public boolean ends() {
    return ends;
  }

  @Override
  protected int size() {
    return 0;
  }
}
