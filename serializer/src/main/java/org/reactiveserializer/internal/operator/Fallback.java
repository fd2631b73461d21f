package org.reactiveserializer.internal.operator;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.ending.Hooks;

/**
 * Hooks that become known only when the subscriber arrives, such as those of a Reactor context. They are called
 * where the user set no hook. Set by the owner, called by any thread.
 *
 * @param <T> the type of the items
 */
public final class Fallback<T> {
  private volatile @Nullable Consumer<? super T> onDiscard;
  private volatile Consumer<? super Throwable> onDropped = Hooks.none().onDropped();

  /** Creates one that discards silently and logs dropped errors. */
  public Fallback() {}

  /** Returns the user's hooks, with these in place of those that are not set. */
  public Hooks<T> behind(Hooks<T> hooks) {
    return hooks.orElse(this::discard, error -> onDropped.accept(error));
  }

  /** Sets the hooks; null: as before. */
  public void set(
      @Nullable Consumer<? super T> discard, @Nullable Consumer<? super Throwable> drop) {
    if (discard != null) {
      onDiscard = discard;
    }
    if (drop != null) {
      onDropped = drop;
    }
  }

  private void discard(T item) {
    Consumer<? super T> hook = onDiscard;
    if (hook != null) {
      hook.accept(item);
    }
  }
}
