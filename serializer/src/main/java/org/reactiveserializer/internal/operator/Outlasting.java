package org.reactiveserializer.internal.operator;

import java.util.concurrent.TimeoutException;

/**
 * A downstream that makes calls of its own, which are watched in place of its signals: {@code onNext}
 * begins one, and it may outlast that signal.
 */
public interface Outlasting {
  /** Sets the watch to {@linkplain CallWatch#leave leave} when a call has ended. Before the first signal. */
  void leaves(CallWatch watch);

  /** A call takes too long. Before the stream ends. */
  void hangs(TimeoutException error);
}
