package org.reactiveserializer.aeron;

import org.agrona.MutableDirectBuffer;

/**
 * Writes an item as a message. If a method throws an exception, or the length is wrong, the item is given
 * up: it goes to the discard hook, and the exception to the hook for dropped errors. The stream goes on.
 *
 * @param <T> the type of the items
 */
public interface MessageWriter<T> {
  /**
   * Returns how long the message is. Any number of threads call this at the same time, also while
   * another one is in {@link #write}: so it must not keep anything.
   *
   * @param item an item
   * @return a number of bytes
   */
  int length(T item);

  /**
   * Writes the message. One thread at a time calls this, but not always the same. It may be called again
   * for the same item.
   *
   * @param item an item
   * @param buffer is to get the message: {@link #length} bytes, and nothing outside of them
   * @param offset where the message begins
   */
  void write(T item, MutableDirectBuffer buffer, int offset);
}
