package org.reactiveserializer.aeron;

import org.agrona.MutableDirectBuffer;

/** Strings as messages. */
final class Texts implements MessageWriter<String> {
  static final Texts WRITER = new Texts();
  static final MessageReader<String> READER =
      (buffer, offset, length, header) -> buffer.getStringWithoutLengthAscii(offset, length);

  private Texts() {}

  @Override
  public int length(String item) {
    return item.length();
  }

  @Override
  public void write(String item, MutableDirectBuffer buffer, int offset) {
    buffer.putStringWithoutLengthAscii(offset, item);
  }
}
