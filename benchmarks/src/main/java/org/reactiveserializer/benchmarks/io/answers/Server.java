package org.reactiveserializer.benchmarks.io.answers;

import java.io.Closeable;
import java.io.IOException;

/** A contender of the work {@code answers}. */
public interface Server extends Closeable {
  /** The receive buffer of every server: 4 MB. */
  int BUFFER = 4 << 20;

  /**
   * Starts to answer, in threads of its own, and returns the port, which is on the loopback
   * interface.
   */
  int open() throws Exception;

  /** Stops. */
  @Override
  void close() throws IOException;
}
