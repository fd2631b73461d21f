package org.reactiveserializer.internal.operator;

import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.waiting.Arranged;
import org.reactiveserializer.internal.waiting.Chain;
import org.reactiveserializer.internal.waiting.Items;

/**
 * What waits in order of arrival, without the items of sources that were {@linkplain
 * Inner#withdraw withdrawn}.
 *
 * <p>The owner discards what waits of such a source when it takes the event of the withdrawal. Until
 * then it asks before each item whether the source was withdrawn. So after a withdrawal from within
 * {@code onNext} no item of the source follows.
 *
 * @param <T> the type of the items
 */
final class RemovableItems<T> extends Arranged<Inner<T>, T> {
  private final RemovableInners<T> inners;
  private final Chain<T> chain = new Chain<>();

  // The node whose turn it is.
  private @Nullable Items<T> current;
  private int count;

  /** Creates an order in which nothing waits. */
  RemovableItems(RemovableInners<T> inners) {
    this.inners = inners;
  }

  @Override
  public int waiting() {
    return count;
  }

  @Override
  public boolean wants(Inner<T> source) {
    return !source.isWithdrawn();
  }

  @Override
  public boolean mustWait(Inner<T> source) {
    return count != 0 || source.isWithdrawn(); // in the latter case it is discarded
  }

  @Override
  public void add(Inner<T> source, Items<T> items) {
    count += items.remaining();
    chain.add(items);
  }

  @Override
  public void keep(Inner<T> source, T item) {
    chain.keep(source, item);
    count++;
  }

  @Override
  public int remaining() {
    current = chain.first();
    return current == null ? 0 : current.remaining();
  }

  @Override
  public Object source() {
    return Objects.requireNonNull(current().source());
  }

  @Override
  public @Nullable T remove() {
    T item = Objects.requireNonNull(current().remove());
    count--;
    @SuppressWarnings("unchecked") // as added
    Inner<T> source = (Inner<T>) source();
    if (source.isWithdrawn()) {
      source.addWaiting(-1);
      inners.merge().discardAfterEnd(item);
      return null;
    }
    return item;
  }

  private Items<T> current() {
    return Objects.requireNonNull(current);
  }

  /** Discards what waits of {@code source}, which was withdrawn. Returns how many items. */
  int withdraw(Inner<T> source) {
    int n = chain.takeOut(source, new Discard<>(inners.merge()));
    count -= n;
    return n;
  }

  /** A class and not a lambda: the first one of a program takes stack. */
  private record Discard<T>(Merger<?, T> merge) implements Consumer<Items<T>> {
    @Override
    public void accept(Items<T> items) {
      merge.discardWaiting(items);
    }
  }
}
