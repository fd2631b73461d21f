package org.reactiveserializer.internal.observed;

/** A stream whose figures any thread may read at any time. */
public interface Observable {
  /** Returns the figures. */
  Figures figures();

  /** Returns how many items the subscriber got: the same as in the figures, but cheaper. */
  long delivered();
}
