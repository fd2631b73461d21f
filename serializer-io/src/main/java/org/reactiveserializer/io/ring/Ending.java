package org.reactiveserializer.io.ring;

import org.jspecify.annotations.Nullable;

/**
 * Why and how a stream into a ring ends.
 *
 * @param error for {@link RingOptions#onErrorDropped}
 * @param failing whether the reader sees a failure
 * @param atOnce whether the upstream is cancelled, and what waits is not written unless there is
 *     room for it
 */
record Ending(@Nullable Throwable error, boolean failing, boolean atOnce) {
  /**
   * Neither an error nor a failure is lost when another ending comes before the stream has ended.
   */
  Ending and(Ending next) {
    return new Ending(
        error == null ? next.error : error, failing || next.failing, atOnce || next.atOnce);
  }
}
