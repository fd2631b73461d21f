package org.reactiveserializer.calls;

/**
 * Handles the items of a {@link KeyedSink}, those of one key one after the other.
 *
 * @param <K> the type of the keys
 * @param <T> the type of the items
 */
@FunctionalInterface
public interface KeyedHandler<K, T> {
  /**
   * Handles an item. What this throws goes to {@link KeyedSerializer#onError}, and the next item of the
   * key follows. Each call for a key happens-before the next one for it. Calls for different keys may run
   * at the same time.
   *
   * @param key the key of the item
   * @param item the item
   * @throws Exception whatever it likes
   */
  void handle(K key, T item) throws Exception;
}
