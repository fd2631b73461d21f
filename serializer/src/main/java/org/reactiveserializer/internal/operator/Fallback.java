package org.reactiveserializer.internal.operator;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.engine.Hooks;

/**
 * Hooks that become known only when the subscriber arrives, such as those of a Reactor context.
 * They are called where the user set no hook. The owner sets them, any thread calls them.
 *
 * @param <T> the type of the items
 */
public final class Fallback<T> implements Consumer<T> {
  private volatile @Nullable Consumer<? super T> onDiscard;
  private volatile Consumer<? super Throwable> onErrorDropped = Hooks.none().onErrorDropped();

  /** Creates hooks that discard silently and log dropped errors. */
  public Fallback() {}

  /**
   * Returns the user's hooks, with these in place of those that the user has not set. Called once,
   * before this object is shared.
   */
  public Hooks<T> behind(Hooks<T> hooks) {
    onErrorDropped = hooks.onErrorDropped(); // which names the stream in the log
    return hooks.orElse(this, new Drop(this));
  }

  /** Sets the hooks. A null leaves the hook unchanged. */
  public void set(
      @Nullable Consumer<? super T> discard, @Nullable Consumer<? super Throwable> drop) {
    if (discard != null) {
      onDiscard = discard;
    }
    if (drop != null) {
      onErrorDropped = drop;
    }
  }

  /** Discards an item. */
  @Override
  public void accept(T item) {
    Consumer<? super T> hook = onDiscard;
    if (hook != null) {
      hook.accept(item);
    }
  }

  private record Drop(Fallback<?> hooks) implements Consumer<Throwable> {
    @Override
    public void accept(Throwable error) {
      hooks.onErrorDropped.accept(error);
    }
  }
}
