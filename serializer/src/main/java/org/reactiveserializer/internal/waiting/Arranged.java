package org.reactiveserializer.internal.waiting;

import org.jspecify.annotations.Nullable;

/**
 * What waits in another order than that of arrival. The owner moves what it has taken here, and
 * delivers what this puts first. Only the owner calls this.
 *
 * <p>The items that {@linkplain #remaining remain} are those whose turn it is. Others may wait, too.
 * {@link #source} is that of the items which remained when the owner asked for the last time: all of
 * these have the same one.
 *
 * @param <S> the type of the sources of items
 * @param <T> the type of the items
 */
public abstract class Arranged<S, T> extends Items<T> {
  /** Creates an order in which nothing waits. */
  protected Arranged() {}

  /** Returns how many items wait, also those whose turn it is not. */
  public abstract int waiting();

  /** Returns whether items of {@code source} that arrive are to be delivered; or else discarded. */
  public boolean wants(S source) {
    return true;
  }

  /** Returns whether an item of {@code source} must wait, even if there is demand for it. */
  public abstract boolean mustWait(S source);

  /**
   * Adds items of {@code source}, sealed, which are in no list. If this throws, each of them is
   * either here or still in {@code items}.
   */
  public abstract void add(S source, Items<T> items);

  /** Adds an item of {@code source} that this thread, the owner, has emitted. */
  public abstract void keep(S source, T item);

  /** Lets all items remain, in any order, for ever: they are about to be discarded. */
  public void giveUpOrder() {}

  /** Returns whether what has been handed over meanwhile may come before what waits here. */
  public boolean yieldsToArrivals() {
    return false;
  }

  /** Returns whether items of some source may have to wait although there is demand and no owner. */
  public boolean blocksSources() {
    return false;
  }

  /** Notes that {@code source} has begun. */
  public void began(S source) {}

  /** Notes that {@code source} has ended and nothing of it waits; {@code next} began after it. */
  public void left(S source, @Nullable S next) {}

  /** Discards what waits of {@code source}, which was withdrawn. Returns how many items. */
  public int withdraw(S source) {
    return 0;
  }

  @Override
  public final boolean isSpent() {
    return false; // more may arrive
  }
}
