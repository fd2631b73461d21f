package org.reactiveserializer.stress.stopped;

/** An item: whose, and which. */
record Item(Who by, int number) {
  @Override
  public String toString() {
    return by + "." + number;
  }
}
