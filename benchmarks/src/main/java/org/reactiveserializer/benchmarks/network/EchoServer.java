package org.reactiveserializer.benchmarks.network;

import java.io.Closeable;
import java.io.IOException;

/** Sends each frame back to the connection that it came from. */
public interface EchoServer extends Closeable {
  /** How many connections may wait to be accepted. */
  int BACKLOG = 4096;

  /**
   * Starts to serve, in threads of its own, and returns the port, which is on the loopback
   * interface.
   */
  int open() throws Exception;

  /** Stops. */
  @Override
  void close() throws IOException;
}
