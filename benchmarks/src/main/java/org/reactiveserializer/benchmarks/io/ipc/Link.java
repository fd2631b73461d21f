package org.reactiveserializer.benchmarks.io.ipc;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/** A contender of the works {@code ints}, {@code messages} and {@code streams}. */
public interface Link {
  /** How many ints or messages fit into a ring, about. */
  int CAPACITY = 1 << 16;

  /**
   * Opens the end that reads. Called before the other process opens the other end: creates what
   * both share.
   *
   * @param directory where to create files; it is empty and belongs to this run
   */
  Reader reader(Path directory, Shape shape) throws Exception;

  /** Opens the end that writes, when {@link #reader} has returned in the other process. */
  Writer writer(Path directory, Shape shape) throws Exception;

  /**
   * What is written.
   *
   * @param items ints, or messages
   * @param batch how many are written together
   * @param threads how many threads write
   */
  record Shape(Items items, int batch, int threads) {
    Shape(Items items, int batch) {
      this(items, batch, 1);
    }
  }

  /** The kind of the items. */
  enum Items {
    /** The number of the item, without its upper half. */
    INTS,
    /** 64 bytes, see {@link Message}. */
    MESSAGES,
    /** The same, over UDP. */
    MESSAGES_OVER_UDP
  }

  /** The end that writes. One thread uses it. */
  interface Writer extends Closeable {
    /**
     * Writes items, with numbers from 0 on, until it is over.
     *
     * @return how many it has written
     */
    long run(BooleanSupplier isOver) throws Exception;

    @Override
    void close() throws IOException;
  }

  /** The end that reads. One thread uses it. */
  interface Reader extends Closeable {
    /** Passes all items to {@code check} until it is over. */
    void run(Check check, BooleanSupplier isOver) throws Exception;

    @Override
    void close() throws IOException;
  }
}
