package org.reactiveserializer.stress.broken;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.keyed.KeyCell;
import org.reactiveserializer.internal.keyed.KeyedOperator;
import org.reactiveserializer.internal.keyed.KeyedSettings;
import org.reactiveserializer.stress.support.Reactions;

/** Cells of live keys, each with one broken step. */
public final class BrokenCells {
  private BrokenCells() {}

  /** Looks whether it is empty, and closes in a second step: on an item that came in between. */
  public static final class ClosesLate<K, T> extends KeyCell<K, T> {
    /** Creates one. */
    public ClosesLate(K key, @Nullable T first) {
      super(key, first);
    }

    @Override
    protected boolean tryClose() {
      if (hasMore()) {
        return false;
      }
      Reactions.giveWay();
      close();
      return true;
    }
  }

  /** Looks whether there is room, and adds in a second step. */
  public static final class AddsLate<K, T> extends KeyCell<K, T> {
    /** Creates one. */
    public AddsLate(K key, @Nullable T first) {
      super(key, first);
    }

    @Override
    public int offer(T item, int capacity) {
      int room = capacity - size();
      Reactions.giveWay();
      return super.offer(item, room > 0 ? Integer.MAX_VALUE : 0);
    }
  }

  /** Does not signal behind one who joins the line. */
  public static final class Silent<K, T> extends KeyCell<K, T> {
    /** Creates one. */
    public Silent(K key, @Nullable T first) {
      super(key, first);
    }

    @Override
    public void run() {}

    @Override
    protected boolean tryClose() {
      Reactions.giveWay(); // it has looked at the line
      return super.tryClose();
    }
  }

  /** A sink whose cells close late. */
  public static final class Forgetful<K, T> extends KeyedOperator<K, T> {
    /** Creates one. */
    public Forgetful(
        KeyedSettings<K, T> settings, KeyedSettings.Handler<? super K, ? super T> handler) {
      super(settings, handler);
    }

    @Override
    protected KeyCell<K, T> cell(K key, @Nullable T first) {
      return new ClosesLate<>(key, first);
    }
  }
}
