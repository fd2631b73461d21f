package org.reactiveserializer.internal.operator;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.engine.Hooks;
import org.reactivestreams.Subscriber;

/**
 * Hooks that become known only when the subscriber arrives, such as those of a Reactor context. They are
 * called where the user set no hook. The owner sets them, any thread calls them.
 *
 * @param <T> the type of the items
 */
final class LateHooks<T> implements Consumer<T> {
  private volatile @Nullable Consumer<? super T> onDiscard;
  private volatile Consumer<? super Throwable> onErrorDropped = Hooks.none().onErrorDropped();
  private volatile @Nullable Consumer<? super Subscriber<? super T>> onArrival;

  /**
   * Returns the user's hooks, with these in place of those that the user has not set. Called once,
   * before this object is shared.
   */
  Hooks<T> behind(Hooks<T> hooks) {
    onErrorDropped = hooks.onErrorDropped(); // which names the stream in the log
    return hooks.orElse(this, new Drop(this));
  }

  /** Sets the hooks; null leaves the one for items unchanged. */
  void set(@Nullable Consumer<? super T> discard, Consumer<? super Throwable> drop) {
    if (discard != null) {
      onDiscard = discard;
    }
    onErrorDropped = drop;
  }

  /** Sets what {@link #arrived} calls. */
  void whenArrived(Consumer<? super Subscriber<? super T>> callback) {
    onArrival = callback;
  }

  /** The subscriber has arrived: from it the hooks may become known. By the owner. */
  void arrived(Subscriber<? super T> subscriber) {
    Consumer<? super Subscriber<? super T>> callback = onArrival;
    if (callback != null) {
      callback.accept(subscriber);
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

  private record Drop(LateHooks<?> hooks) implements Consumer<Throwable> {
    @Override
    public void accept(Throwable error) {
      hooks.onErrorDropped.accept(error);
    }
  }
}
