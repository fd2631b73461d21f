package org.reactiveserializer.stress.stopped;

/** An item with its producer and its number. */
record Item(Who by, int number) {
  @Override
  public String toString() {
    return by + "." + number;
  }
}
