package org.reactiveserializer.internal.ending;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.right.EmissionLoop;
import org.reactiveserializer.internal.settings.Dropped;

/**
 * The user's two hooks, called so that nothing they throw escapes. What the discard hook throws
 * goes to the dropped-error hook. What the dropped-error hook throws goes to the thread's
 * uncaught-exception handler, followed by the error that the hook was given. So a hook that throws
 * disturbs neither the remaining items nor the thread that delivers.
 *
 * <p>There is one exception: a {@code StackOverflowError} of the discard hook is rethrown. While an
 * owner discards what waits, it ends the emission: all remaining items would meet it too, and none
 * would reach the hook. The owner discards them further up its stack, or leaves them to the next
 * thread: see {@link EmissionLoop}.
 *
 * @param onDiscard gets every accepted item that is not delivered; null: no hook
 * @param onErrorDropped gets every error that can no longer be signalled
 * @param <T> the type of the items
 */
public record Hooks<T>(
    @Nullable Consumer<? super T> onDiscard, Consumer<? super Throwable> onErrorDropped) {

  private static final Consumer<Throwable> LOG =
      Dropped.logged("org.reactiveserializer", "Dropped an error that cannot be signalled");

  private static final Hooks<Object> NONE = new Hooks<>(null, LOG);

  /** Returns the hooks of a user who has set none: dropped errors are logged. */
  @SuppressWarnings("unchecked") // there is no discard hook
  public static <T> Hooks<T> none() {
    return (Hooks<T>) NONE;
  }

  /** Returns these hooks, with the given ones in place of those that the user has not set. */
  public Hooks<T> orElse(@Nullable Consumer<? super T> discard, Consumer<? super Throwable> drop) {
    return new Hooks<>(
        onDiscard == null ? discard : onDiscard, onErrorDropped == LOG ? drop : onErrorDropped);
  }

  /** Passes an item that will not be delivered to the discard hook. */
  public void discard(T item) {
    if (onDiscard != null) {
      try {
        onDiscard.accept(item);
      } catch (StackOverflowError noStack) {
        throw noStack;
      } catch (Throwable thrown) {
        drop(thrown);
      }
    }
  }

  /** Passes an error that will not be signalled to the dropped-error hook. */
  public void drop(Throwable error) {
    Dropped.pass(error, onErrorDropped);
  }
}
