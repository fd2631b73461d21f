package org.reactiveserializer.internal.observed;

/** A stream whose figures any thread may read at any time. */
public interface Observable {
  /** Returns the figures. */
  Figures figures();
}
