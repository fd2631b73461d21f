package org.reactiveserializer.reactor;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.operator.SerialInput;
import reactor.core.Scannable.Attr;

/** The scan attributes that emitters and sinks have in common. */
final class Scans {
  private Scans() {}

  @SuppressWarnings("rawtypes") // Reactor's
  static @Nullable Object of(SerialInput<?> entrance, Attr key) {
    if (key == Attr.BUFFERED) {
      return entrance.backlog();
    }
    if (key == Attr.CAPACITY) {
      return entrance.capacity();
    }
    if (key == Attr.ERROR) {
      return entrance.error();
    }
    if (key == Attr.TERMINATED) {
      return entrance.isTerminated() && !entrance.wasCancelled();
    }
    return key == Attr.CANCELLED ? entrance.wasCancelled() : null;
  }
}
