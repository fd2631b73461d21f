package org.reactiveserializer.calls;

import java.util.concurrent.CompletionStage;

/**
 * Handles the items of a {@link KeyedSink} without keeping a thread: the next item of a key waits for the
 * stage of the one before.
 *
 * @param <K> the type of the keys
 * @param <T> the type of the items
 */
@FunctionalInterface
public interface AsyncKeyedHandler<K, T> {
  /**
   * Begins to handle an item. What this throws, and how its stage fails, goes to {@link
   * KeyedSerializer#onError}; so does a result that is null. The next item of the key follows when the
   * stage is complete, in whichever way. A stage that is never complete stops its key, and no other.
   *
   * @param key the key of the item
   * @param item the item
   * @return a stage that is complete when the item is handled
   * @throws Exception whatever it likes
   */
  CompletionStage<?> handle(K key, T item) throws Exception;
}
