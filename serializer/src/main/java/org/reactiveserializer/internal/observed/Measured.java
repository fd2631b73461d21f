package org.reactiveserializer.internal.observed;

import org.jspecify.annotations.Nullable;

/** What may have sessions. */
public interface Measured {
  /** Returns the stream's place in its group; null: it has no name, and its sessions are not measured. */
  default @Nullable Member member() {
    return null;
  }
}
