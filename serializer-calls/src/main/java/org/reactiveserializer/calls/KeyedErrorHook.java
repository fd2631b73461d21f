package org.reactiveserializer.calls;

/**
 * Gets what the handler of a {@link KeyedSink} throws.
 *
 * @param <K> the type of the keys
 * @param <T> the type of the items
 */
@FunctionalInterface
public interface KeyedErrorHook<K, T> {
  /**
   * Gets a failure. What this throws goes to the thread's {@linkplain
   * Thread#getUncaughtExceptionHandler uncaught-exception handler}.
   *
   * @param key the key of the item
   * @param item the item whose handler failed; it was delivered
   * @param error what the handler threw, or how its stage failed
   */
  void failed(K key, T item, Throwable error);
}
