package org.reactiveserializer.benchmarks.io.ipc;

import java.io.IOException;
import java.nio.file.Path;
import org.reactiveserializer.io.ring.IntRing;
import org.reactiveserializer.io.ring.MessageRing;

/** This library's rings, bare. */
public final class RingLink implements Link {
  private static final String NAME = "ring";

  @Override
  public Reader reader(Path directory, Shape shape) throws IOException {
    boolean isOneByOne = shape.batch() == 1;
    if (shape.items() == Items.INTS) {
      IntRing ring = ints(directory);
      return isOneByOne
          ? new RingInts.OneReader(ring)
          : new RingInts.BatchReader(ring, shape.batch());
    }
    MessageRing ring = messages(directory);
    return isOneByOne
        ? new RingMessages.RunReader(ring)
        : new RingMessages.BatchReader(ring, shape.batch());
  }

  @Override
  public Writer writer(Path directory, Shape shape) throws IOException {
    boolean isOneByOne = shape.batch() == 1;
    if (shape.items() == Items.INTS) {
      IntRing ring = ints(directory);
      return isOneByOne
          ? new RingInts.OneWriter(ring)
          : new RingInts.BatchWriter(ring, shape.batch());
    }
    MessageRing ring = messages(directory);
    return isOneByOne
        ? new RingMessages.OneWriter(ring)
        : new RingMessages.BatchWriter(ring, shape.batch());
  }

  /** Opens a ring of ints, and creates it if it does not exist. */
  static IntRing ints(Path directory) throws IOException {
    return IntRing.createOrAttach(directory.resolve(NAME), CAPACITY);
  }

  /** Opens a ring of messages, and creates it if it does not exist. */
  static MessageRing messages(Path directory) throws IOException {
    return MessageRing.createOrAttach(directory.resolve(NAME), CAPACITY * Message.LENGTH);
  }
}
