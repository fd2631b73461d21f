package org.reactiveserializer.internal.operator;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * Thrown to a source of a merge that signalled null (§2.13). The merge reports it, too, as the
 * error of that source. A source that catches it may signal it as its error: then there is nothing
 * more to report.
 */
final class NullSignal extends NullPointerException {
  private static final long serialVersionUID = 1;

  // Weak: the exception may be kept for long. Null in a copy that was deserialized.
  private final transient @Nullable WeakReference<Object> thrower;

  NullSignal(Object thrower, String message) {
    super(message);
    this.thrower = new WeakReference<>(thrower);
  }

  /** Returns whether {@code thrower} threw this error. */
  static boolean isOf(Object thrower, Throwable error) {
    WeakReference<Object> known = error instanceof NullSignal signal ? signal.thrower : null;
    return known != null && known.refersTo(thrower);
  }
}
