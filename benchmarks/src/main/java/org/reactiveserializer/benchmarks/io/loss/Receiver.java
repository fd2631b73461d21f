package org.reactiveserializer.benchmarks.io.loss;

import java.io.Closeable;
import java.io.IOException;

/** A contender of the work {@code loss}: receives datagrams on a port of the loopback interface. */
public interface Receiver extends Closeable {
  /** The receive buffer that a receiver asks for, unless it keeps the default: 4 MB. */
  int BUFFER = 4 << 20;

  /** How many datagrams wait at most between two threads. */
  int CAPACITY = 10_000;

  /**
   * Starts to receive, in threads of its own, and returns the port.
   *
   * @param inbox where each datagram goes
   */
  int open(Inbox inbox) throws Exception;

  /**
   * Returns what the receiver reports about its own losses, without white space; may be empty.
   * Throws if its account does not add up.
   *
   * @param sent how many datagrams were sent
   */
  default String account(long sent) {
    return "";
  }

  /** Stops. */
  @Override
  void close() throws IOException;
}
