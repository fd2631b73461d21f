package org.reactiveserializer.benchmarks.io.ipc;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/** A contender of the work {@code roundtrip}: messages of 64 bytes in both directions. */
public interface Trips {
  /** What {@link End#poll} returns if there is no message. */
  long NONE = -1;

  /** What {@link End#poll} returns if a message is not one that was sent. */
  long TORN = Message.TORN;

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
}
