package org.reactiveserializer.internal.waiting;

/**
 * What waits, if not all of it is to be delivered. The owner moves what it has taken here, and
 * delivers what this puts first. Only the owner calls this.
 *
 * <p>{@link #source} is that of the items which remained when the owner asked for the last time: all of
 * these have the same one.
 *
 * @param <S> the type of the sources of items
 * @param <T> the type of the items
 */
public abstract class Arranged<S, T> extends Items<T> {
  /** Creates a part in which nothing waits. */
  protected Arranged() {}

  /** Returns how many items wait. */
  public abstract int waiting();

  /** Returns whether items of {@code source} that arrive are to be delivered; or else discarded. */
  public abstract boolean wants(S source);

  /** Returns whether an item of {@code source} must wait, even if there is demand for it. */
  public abstract boolean mustWait(S source);

  /**
   * Adds items of {@code source}, sealed, which are in no list. If this throws, each of them is
   * either here or still in {@code items}.
   */
  public abstract void add(S source, Items<T> items);

  /** Adds an item of {@code source} that this thread, the owner, has emitted. */
  public abstract void keep(S source, T item);

  @Override
  public final boolean isSpent() {
    return false; // more may arrive
  }
}
