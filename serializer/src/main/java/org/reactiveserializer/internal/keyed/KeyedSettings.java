package org.reactiveserializer.internal.keyed;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.settings.SettingValues;

/**
 * The settings of keyed sinks.
 *
 * @param <K> the type of the keys
 * @param <T> the type of the items
 */
public final class KeyedSettings<K, T> extends SettingValues<KeyedSettings<K, T>> {
  /** Returns the key of an item. */
  public final Function<? super T, ? extends K> keyOf;

  /** How many items of one key may wait. */
  public int perKey = 1_024;

  /** How many items may wait. */
  public int inAll = 1 << 20;

  /** Runs the tasks; null: the library's own threads. */
  public @Nullable Executor executor;

  /** How many keys are served at the same time; 0: as the executor likes. */
  public int concurrency;

  /** Completes the stages of items that have waited for room; null: the default. */
  public @Nullable Executor answers;

  /** Where discarded items, and errors of hooks and executors, go. */
  public Hooks<T> hooks = Hooks.none();

  /** Gets what handlers throw; null: it is logged. */
  public @Nullable FailureHook<? super K, ? super T> onError;

  /** Creates default settings. */
  public KeyedSettings(Function<? super T, ? extends K> keyOf) {
    this.keyOf = keyOf;
  }

  /**
   * What is done with an item. Returns null if it is done when this returns.
   *
   * @param <K> the type of the keys
   * @param <T> the type of the items
   */
  public interface Handler<K, T> {
    /** Handles an item. */
    @Nullable CompletionStage<?> handle(K key, T item) throws Exception;
  }

  /**
   * What gets the failures of handlers.
   *
   * @param <K> the type of the keys
   * @param <T> the type of the items
   */
  public interface FailureHook<K, T> {
    /** Gets one. */
    void failed(K key, T item, Throwable error);
  }
}
