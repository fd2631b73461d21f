package org.reactiveserializer.internal.keyed;

import java.lang.System.Logger.Level;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.settings.Dropped;

/** Reports what handlers throw. Nothing that the hook throws escapes. */
final class Failures {
  private Failures() {}

  static <K, T> void report(KeyedSettings<K, T> settings, K key, T item, Throwable thrown) {
    Throwable error =
        thrown instanceof CompletionException && thrown.getCause() != null
            ? thrown.getCause()
            : thrown;
    KeyedSettings.FailureHook<? super K, ? super T> hook = settings.onError;
    try {
      if (hook == null) {
        log(settings.hooks.name(), key, error);
      } else {
        hook.failed(key, item, error);
      }
    } catch (Throwable byHook) {
      Dropped.uncaught(byHook);
      if (byHook != error) {
        Dropped.uncaught(error);
      }
    }
  }

  private static void log(@Nullable String name, Object key, Throwable error) {
    System.getLogger("org.reactiveserializer")
        .log(
            Level.WARNING,
            "The handler failed for an item of the key "
                + key
                + (name == null ? "" : ", in the sink " + name)
                + "; the next item of this key follows",
            error);
  }
}
