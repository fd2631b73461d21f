package org.reactiveserializer.aeron;

import org.agrona.MutableDirectBuffer;

/**
 * Writes an item as a message. One thread at a time calls it, but not always the same.
 *
 * @param <T> the type of the items
 */
public interface MessageWriter<T> {
  /**
   * Returns how long the message is.
   *
   * @param item an item
   * @return a number of bytes
   */
  int length(T item);

  /**
   * Writes the message. If there is no room, it may be called again for the same item.
   *
   * @param item an item
   * @param buffer is to get the message
   * @param offset where the message begins
   */
  void write(T item, MutableDirectBuffer buffer, int offset);
}
