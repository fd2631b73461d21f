package org.reactiveserializer.benchmarks.io.ipc;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/** A contender of the work {@code roundtrip}: messages of 64 bytes in both directions. */
public interface Trips {
  /** What {@link End#poll} returns if there is no message. */
  long NONE = -1;

  /** What {@link End#poll} returns if a message is not one that was sent. */
  long TORN = -2;

  /** Opens the end that answers. Called first: creates what both share. */
  End answering(Path directory) throws Exception;

  /** Opens the end that asks. */
  End asking(Path directory) throws Exception;

  /** One end. */
  interface End extends Closeable {
    /** Sends the message with a number; returns whether there was room. */
    boolean offer(long number);

    /** Receives a message and returns its number, {@link #NONE} or {@link #TORN}. */
    long poll();

    @Override
    void close() throws IOException;
  }

  /** Returns the number of a message that consists of these words, or {@link #TORN}. */
  static long number(long w0, long w1, long w2, long w3, long w4, long w5, long w6, long w7) {
    return w0 >= 0 && Message.isWhole(w0, w1, w2, w3, w4, w5, w6, w7) ? w0 : TORN;
  }
}
