package org.reactiveserializer.internal.engine;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.settings.Dropped;

/**
 * The user's two hooks, called so that nothing they throw escapes. What the discard hook throws
 * goes to the dropped-error hook. What the dropped-error hook throws goes to the thread's
 * uncaught-exception handler, followed by the error that the hook was given. So a hook that throws
 * disturbs neither the remaining items nor the thread that delivers.
 *
 * @param onDiscard gets every accepted item that is not delivered; null: no hook
 * @param onErrorDropped gets every error that can no longer be signalled
 * @param name the user's name of the stream, for messages; null: it has none
 * @param tells whether the user has set the discard hook: otherwise it may do nothing
 * @param <T> the type of the items
 */
public record Hooks<T>(
    @Nullable Consumer<? super T> onDiscard,
    Consumer<? super Throwable> onErrorDropped,
    @Nullable String name,
    boolean tells) {

  private static final Hooks<Object> NONE = new Hooks<>(null, log(""), null, false);

  private static Consumer<Throwable> log(String where) {
    return Dropped.logged(
        "org.reactiveserializer", "Dropped an error that cannot be signalled" + where);
  }

  /** Creates hooks of a stream without a name. */
  public Hooks(
      @Nullable Consumer<? super T> onDiscard, Consumer<? super Throwable> onErrorDropped) {
    this(onDiscard, onErrorDropped, null, onDiscard != null);
  }

  /** Returns the hooks of a user who has set none: dropped errors are logged. */
  @SuppressWarnings("unchecked") // there is no discard hook
  public static <T> Hooks<T> none() {
    return (Hooks<T>) NONE;
  }

  /** Returns these hooks with a discard hook, for items of this or of another type. */
  @SuppressWarnings("unchecked") // the hook accepts them
  public <R> Hooks<R> discarding(@Nullable Consumer<? super R> hook) {
    return hook == onDiscard
        ? (Hooks<R>) this
        : new Hooks<>(hook, onErrorDropped, name, hook != null);
  }

  /** Returns these hooks for items of another form, which {@code discard} passes on to that of these. */
  public <R> Hooks<R> of(Consumer<? super R> discard) {
    return new Hooks<>(discard, onErrorDropped, name, tells);
  }

  /** Returns these hooks with a dropped-error hook. */
  public Hooks<T> dropping(Consumer<? super Throwable> hook) {
    return new Hooks<>(onDiscard, hook, name, tells);
  }

  /** Returns these hooks of a stream with this name. */
  public Hooks<T> named(String stream) {
    Consumer<? super Throwable> drop =
        Dropped.isLogged(onErrorDropped) ? log(", in the stream " + stream) : onErrorDropped;
    return new Hooks<>(onDiscard, drop, stream, tells);
  }

  /** Returns what {@code toString} of a stream of this kind returns. */
  public String describe(String kind, Object stream) {
    return name == null
        ? kind + '@' + Integer.toHexString(System.identityHashCode(stream))
        : kind + '[' + name + ']';
  }

  /** Returns these hooks, with the given ones in place of those that the user has not set. */
  public Hooks<T> orElse(@Nullable Consumer<? super T> discard, Consumer<? super Throwable> drop) {
    return new Hooks<>(
        onDiscard == null ? discard : onDiscard,
        Dropped.isLogged(onErrorDropped) ? drop : onErrorDropped,
        name,
        tells);
  }

  /** Passes an item that will not be delivered to the discard hook. */
  public void discard(T item) {
    if (onDiscard != null) {
      try {
        onDiscard.accept(item);
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
