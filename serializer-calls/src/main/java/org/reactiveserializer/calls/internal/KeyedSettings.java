package org.reactiveserializer.calls.internal;

import java.lang.System.Logger.Level;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.calls.KeyedErrorHook;
import org.reactiveserializer.internal.settings.Dropped;
import org.reactiveserializer.internal.settings.SettingValues;
import org.reactiveserializer.internal.settings.Threads;

/**
 * The settings of keyed sinks, and what is done with them.
 *
 * @param <K> the type of the keys
 * @param <T> the type of the items
 */
public final class KeyedSettings<K, T> extends SettingValues<KeyedSettings<K, T>> {
  private static final String LOGGER = "org.reactiveserializer";

  /** A thread of the system takes much memory, and need not make way for other tasks by itself. */
  private static final boolean HAS_VIRTUAL_THREADS = Runtime.version().feature() >= 21;

  final Function<? super T, ? extends K> keyOf;

  /** How many items of one key may wait. */
  public int perKey = 1_024;

  /** How many items may wait. */
  public int inAll = 1 << 20;

  /** Runs the tasks. */
  public Executor executor = Threads.executor();

  /** How many keys are served at the same time; 0: as the executor likes. */
  public int concurrency;

  /** Completes stages that have waited. */
  public Executor answers = Threads.answers();

  /** Gets discarded items; null: nobody does. */
  public @Nullable Consumer<? super T> onDiscard;

  /** Gets what hooks and executors throw. */
  public Consumer<? super Throwable> onErrorDropped =
      Dropped.logged(LOGGER, "Thrown by a hook or an executor of a keyed sink");

  /** Gets what handlers throw; null: it is logged. */
  public @Nullable KeyedErrorHook<? super K, ? super T> onError;

  /** A name for the log; null: none. */
  public @Nullable String name;

  /** Creates default settings. */
  public KeyedSettings(Function<? super T, ? extends K> keyOf) {
    this.keyOf = keyOf;
  }

  /** Returns whether a task may go on for ever, and holds up no other one: the executor is ours, and makes threads. */
  boolean isPreempted() {
    return executor == Threads.executor() && !HAS_VIRTUAL_THREADS;
  }

  /** Returns how many tasks serve at the same time. */
  int servers() {
    int most = executor == Threads.executor() ? 1 << 16 : Integer.MAX_VALUE;
    return concurrency > 0 ? concurrency : isPreempted() ? 512 : most;
  }

  /** Runs what tells a caller something: where it should, or else here, which is better than never. */
  void answer(Runnable task) {
    try {
      answers.execute(task);
    } catch (Throwable refused) {
      task.run();
    }
  }

  /** Discards an item. */
  void discard(T item) {
    if (onDiscard != null) {
      try {
        onDiscard.accept(item);
      } catch (Throwable thrown) {
        Dropped.pass(thrown, onErrorDropped);
      }
    }
  }

  /** Reports that items are discarded for lack of room, if nobody gets them, and that was not reported. */
  void reportLoss(AtomicBoolean hasReported) {
    if (onDiscard == null && hasReported.compareAndSet(false, true)) {
      Dropped.pass(
          new IllegalStateException(
              "a keyed sink%s discards items, since %d of one key wait, or %d in all. Set onDiscard to get them, or to ignore them. This is reported once"
                  .formatted(where(), perKey, inAll)),
          onErrorDropped);
    }
  }

  private String where() {
    return name == null ? "" : " " + name;
  }

  /** Reports what a handler has thrown, or how its stage has failed. */
  void failed(K key, T item, Throwable thrown) {
    Throwable cause = thrown.getCause();
    Throwable error = thrown instanceof CompletionException && cause != null ? cause : thrown;
    KeyedErrorHook<? super K, ? super T> hook = onError == null ? this::log : onError;
    try {
      hook.failed(key, item, error);
    } catch (Throwable byHook) {
      Dropped.uncaught(byHook);
      if (byHook != error) {
        Dropped.uncaught(error);
      }
    }
  }

  private void log(K key, T item, Throwable error) {
    System.getLogger(LOGGER)
        .log(
            Level.WARNING,
            "The handler of a keyed sink"
                + where()
                + " failed for an item of the key "
                + key
                + "; the next item of this key follows",
            error);
  }
}
