package org.reactiveserializer.internal.emission;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.drain.DueRequests;
import org.reactiveserializer.internal.ending.Termination.End;
import org.reactiveserializer.internal.waiting.Arranged;
import org.reactiveserializer.internal.waiting.SourceEvent;

/**
 * The sources of a loop that has several: which of them live, how many items of each wait, and what
 * must be requested of them. Only the owner calls this, unless a method says otherwise.
 *
 * @param <S> the type of a source
 */
public abstract class Sources<S> implements DueRequests {
  /** Creates sources of which none is known. */
  protected Sources() {}

  /**
   * Returns where what waits is kept if not all of it is to be delivered; null: all is. Called once,
   * by the constructor of the loop.
   */
  protected @Nullable Arranged<S, ?> arranged() {
    return null;
  }

  /**
   * The owner is about to deliver its own item of {@code source}, for which nothing waited. Returns
   * how many items this thread must request from the source when it is not the owner any more.
   */
  protected abstract int delivering(S source);

  /** {@code n} more items of {@code source} wait. */
  protected abstract void waits(S source, int n);

  /** {@code n} items of {@code source} that waited are delivered. */
  protected abstract void delivered(S source, int n);

  /** A {@linkplain SourceEvent event} of {@code source} was taken; both arguments as in the source event. */
  protected abstract void occurred(@Nullable S source, boolean ends);

  /**
   * A source event of {@code source} is given up: {@link #occurred} was perhaps not called for it, and will
   * not be.
   */
  protected abstract void abandoned(@Nullable S source);

  /** Acts on what was published besides the list: called by each pass, after the list was taken. */
  protected abstract void look();

  /**
   * Returns whether the stream must end because its sources have. Nobody requests this end: the
   * owner finds it, and ends the stream as soon as nothing waits.
   */
  protected abstract boolean ended();

  /**
   * Returns how the stream ends after its sources: {@link End#COMPLETED}, or an error, which the
   * caller must signal or drop.
   */
  protected abstract Object takeEnd();
}
