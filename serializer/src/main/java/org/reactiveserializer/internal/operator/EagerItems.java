package org.reactiveserializer.internal.operator;

import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.waiting.Arranged;
import org.reactiveserializer.internal.waiting.Chain;
import org.reactiveserializer.internal.waiting.Items;

/**
 * What waits in the order in which the inners began: it is the turn of the oldest live inner, the
 * <em>front</em>, until that has ended and its items are delivered. The items of each other inner
 * wait in a chain of its own, which exists only while there are any.
 *
 * <p>Inners begin in the order of their outer items, since the thread that emits an outer item
 * reports the beginning before it emits the next one.
 *
 * @param <T> the type of the items
 */
final class EagerItems<T> extends Arranged<Inner<T>, T> {
  private final IdentityHashMap<Inner<T>, Lane<T>> others = new IdentityHashMap<>();

  private @Nullable Inner<T> front;
  private Lane<T> lane = new Lane<>();
  private int count;
  private boolean inOrder = true;

  @Override
  public int waiting() {
    return count;
  }

  /** Returns whether the inner has its turn still to come: it may break a rule and emit afterwards. */
  @Override
  public boolean wants(Inner<T> source) {
    return source.isLive();
  }

  @Override
  public boolean mustWait(Inner<T> source) {
    return source != front || lane.count != 0;
  }

  @Override
  public boolean blocksSources() {
    return true;
  }

  @Override
  public void add(Inner<T> source, Items<T> items) {
    Lane<T> own = laneOf(source);
    int n = items.remaining();
    own.chain.add(items);
    own.count += n;
    count += n;
  }

  @Override
  public void keep(Inner<T> source, T item) {
    Lane<T> own = laneOf(source);
    own.chain.keep(source, item);
    own.count++;
    count++;
  }

  private Lane<T> laneOf(Inner<T> source) {
    Lane<T> own = source == front ? lane : others.get(source);
    if (own == null) {
      own = new Lane<>();
      others.put(source, own);
    }
    return own;
  }

  @Override
  public int remaining() {
    while (lane.count == 0 && !inOrder && count != 0) {
      Iterator<Lane<T>> any = others.values().iterator();
      lane = any.next();
      any.remove();
    }
    return lane.count;
  }

  @Override
  public @Nullable Object source() {
    return front;
  }

  @Override
  public @Nullable T remove() {
    T item = Objects.requireNonNull(lane.chain.first()).remove();
    lane.count--;
    count--;
    return item;
  }

  @Override
  public void giveUpOrder() {
    inOrder = false;
  }

  @Override
  public void began(Inner<T> source) {
    if (front == null) {
      front = source;
    }
  }

  @Override
  public void left(Inner<T> source, @Nullable Inner<T> next) {
    if (source == front
        && lane.count == 0) { // otherwise all inners leave, and this is the last one
      front = next;
      Lane<T> waiting = next == null ? null : others.remove(next);
      if (waiting != null) {
        lane = waiting; // that of the inner that leaves is empty
      }
    }
  }

  /** The items of one inner. */
  private static final class Lane<T> {
    final Chain<T> chain = new Chain<>();
    int count;
  }
}
