package org.reactiveserializer.internal.ending;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.right.EmissionLoop;

/**
 * The user's two hooks, called so that nothing escapes from them: what the discard hook throws goes
 * to the dropped-error hook, and what that one throws to the thread's uncaught-exception handler, and
 * behind it the error that the hook was given.
 * A hook that throws disturbs neither the items that remain nor the thread that emits.
 *
 * <p>But for a {@code StackOverflowError} of the discard hook: at the end of the stack all items that remain would
 * meet it, and none reach the hook. It is let through, and ends the emission; what remains is for this thread
 * once more, further up, or is left to the next one: see {@link EmissionLoop}.
 *
 * @param onDiscard takes every item that was accepted and not delivered; null: no hook
 * @param onDropped takes every error that can no longer be signalled
 * @param <T> the type of the items
 */
public record Hooks<T>(
    @Nullable Consumer<? super T> onDiscard, Consumer<? super Throwable> onDropped) {

  private static final Consumer<Throwable> LOG = Hooks::log;
  private static final Hooks<Object> NONE = new Hooks<>(null, LOG);

  /** Returns those of a user who set none: dropped errors are logged. */
  @SuppressWarnings("unchecked") // they get no item
  public static <T> Hooks<T> none() {
    return (Hooks<T>) NONE;
  }

  /** Returns these, with others in place of those that the user did not set. */
  public Hooks<T> orElse(
      @Nullable Consumer<? super T> discard, Consumer<? super Throwable> drop) {
    return new Hooks<>(
        onDiscard == null ? discard : onDiscard, onDropped == LOG ? drop : onDropped);
  }

  /** Gives an item that will not be delivered to the discard hook. */
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

  /** Gives an error that will not be signalled to the dropped-error hook. */
  public void drop(Throwable error) {
    try {
      onDropped.accept(error);
    } catch (Throwable thrown) {
      passToUncaughtExceptionHandler(thrown);
      if (thrown != error) {
        passToUncaughtExceptionHandler(error); // by itself, and not suppressed in the other, which may be a constant and would grow
      }
    }
  }

  private static void passToUncaughtExceptionHandler(Throwable thrown) {
    Thread thread = Thread.currentThread();
    try {
      thread.getUncaughtExceptionHandler().uncaughtException(thread, thrown);
    } catch (Throwable ignored) {
      // As the virtual machine ignores it: a handler is the end of the line.
    }
  }

  private static void log(Throwable dropped) {
    Logger logger = System.getLogger("org.reactiveserializer");
    logger.log(Level.WARNING, "An error came too late to be signalled", dropped);
  }
}
