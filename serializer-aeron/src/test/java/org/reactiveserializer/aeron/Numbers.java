package org.reactiveserializer.aeron;

import org.agrona.MutableDirectBuffer;

/** Ints as messages. */
final class Numbers implements MessageWriter<Integer> {
  static final Numbers WRITER = new Numbers();
  static final MessageReader<Integer> READER =
      (buffer, offset, length, header) -> buffer.getInt(offset);

  private Numbers() {}

  @Override
  public int length(Integer item) {
    return Integer.BYTES;
  }

  @Override
  public void write(Integer item, MutableDirectBuffer buffer, int offset) {
    buffer.putInt(offset, item);
  }
}
