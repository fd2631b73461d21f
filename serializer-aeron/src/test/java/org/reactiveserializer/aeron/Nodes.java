package org.reactiveserializer.aeron;

import java.util.concurrent.atomic.AtomicInteger;

/** One embedded media driver for all tests of this process. */
final class Nodes {
  static final AeronNode NODE = AeronNode.embedded();

  private static final AtomicInteger STREAMS = new AtomicInteger(100);

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(NODE::close));
  }

  private Nodes() {}

  /** Returns a stream that no other test uses. */
  static int newStream() {
    return STREAMS.incrementAndGet();
  }
}
