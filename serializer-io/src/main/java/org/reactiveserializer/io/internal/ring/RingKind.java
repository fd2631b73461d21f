package org.reactiveserializer.io.internal.ring;

/** What is in a ring. */
public enum RingKind {
  /** Ints; an index counts ints. */
  INTS(1, Integer.BYTES, 1),

  /** Records; an index counts bytes, and is a multiple of {@link Records#ALIGNMENT}. */
  MESSAGES(2, 1, Records.ALIGNMENT);

  final int code;

  /** Bytes for each step of an index. */
  final int unit;

  /** Indices are multiples of this. */
  final int alignment;

  RingKind(int code, int unit, int alignment) {
    this.code = code;
    this.unit = unit;
    this.alignment = alignment;
  }

  static String nameOf(int code) {
    for (RingKind kind : values()) {
      if (kind.code == code) {
        return kind.toString();
      }
    }
    return "unknown";
  }

  /** Returns "ints" or "messages". */
  @Override
  public String toString() {
    return this == INTS ? "ints" : "messages";
  }
}
