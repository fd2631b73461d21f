package org.reactiveserializer.aeron;

import io.aeron.logbuffer.Header;
import org.agrona.DirectBuffer;

/**
 * Makes an item of a message that has arrived.
 *
 * @param <T> the type of the items
 */
@FunctionalInterface
public interface MessageReader<T> {
  /**
   * Returns the item. The buffer is reused when this returns, so copy what the item needs. If this
   * throws or returns null, the message is skipped: see {@link AeronPublisherSettings#onUnreadable}.
   * Check what the message says before memory is taken for it: any sender can send anything.
   *
   * @param buffer has the message
   * @param offset where the message begins
   * @param length how many bytes it has
   * @param header says which session sent it, and at which position it ends
   * @return the item, not null
   */
  T read(DirectBuffer buffer, int offset, int length, Header header);
}
