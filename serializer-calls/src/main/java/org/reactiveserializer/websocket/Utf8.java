package org.reactiveserializer.websocket;

/** The length of a text in UTF-8, without encoding it. */
final class Utf8 {
  private static final int ONE_BYTE = 0x80;
  private static final int TWO_BYTES = 0x800;

  private Utf8() {}

  /** Returns the number of bytes; a surrogate without its other half counts as the one that replaces it. */
  static int length(String text) {
    int bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ONE_BYTE) {
        bytes++;
      } else if (c < TWO_BYTES) {
        bytes += 2;
      } else if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        bytes += 4;
        i++;
      } else {
        bytes += Character.isSurrogate(c) ? 1 : 3;
      }
    }
    return bytes;
  }
}
