package org.reactiveserializer.calls.internal;

import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.calls.KeyedErrorHook;
import org.reactiveserializer.internal.settings.Dropped;
import org.reactiveserializer.internal.settings.SettingValues;

/**
 * The settings of keyed sinks.
 *
 * @param <K> the type of the keys
 * @param <T> the type of the items
 */
public final class KeyedSettings<K, T> extends SettingValues<KeyedSettings<K, T>> {
  static final String LOGGER = "org.reactiveserializer";

  final Function<? super T, ? extends K> keyOf;

  /** How many items of one key may wait. */
  public int perKey = 1_024;

  /** How many items may wait. */
  public int inAll = 1 << 20;

  /** Runs the tasks; null: the library's own threads. */
  public @Nullable Executor executor;

  /** How many keys are served at the same time; 0: as the executor likes. */
  public int concurrency;

  /** Completes stages that have waited. */
  public Executor answers = OwnThreads::answer;

  /** Gets discarded items. */
  public Consumer<? super T> onDiscard = item -> {};

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
}
