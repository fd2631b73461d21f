package org.reactiveserializer.examples;

import java.nio.IntBuffer;
import java.nio.file.Path;
import org.reactiveserializer.io.ring.IntReader;
import org.reactiveserializer.io.ring.IntRing;
import org.reactiveserializer.io.ring.IntWriter;

/**
 * Two processes: one writes ints into a ring in a file, in batches, the other one reads and checks
 * them. Either may be started first; it waits for the other one. Ctrl-C stops it.
 *
 * <pre>
 * mvn -q -DskipTests -pl examples -am package
 * EXAMPLE='java -cp examples/target/classes:examples/target/lib/*
 *     org.reactiveserializer.examples.IpcInts'
 * rm -f ints.ring    # before each run: it may have ints of a run that was stopped
 * $EXAMPLE write ints.ring 100000000 &amp;
 * $EXAMPLE read ints.ring 100000000
 * </pre>
 *
 * <p>The reader prints "100000000 ints in order", and how many million a second these were.
 */
public final class IpcInts {
  private static final int CAPACITY = 1 << 16;
  private static final int BATCH = 64;

  private IpcInts() {}

  /** Writes or reads. The arguments: {@code write} or {@code read}, the file, how many ints. */
  public static void main(String[] args) throws Exception {
    IntRing ring = IntRing.createOrAttach(Path.of(args[1]), CAPACITY);
    long count = Long.parseLong(args[2]);
    if (args[0].equals("write")) {
      write(ring, count);
    } else {
      read(ring, count);
    }
  }

  private static void write(IntRing ring, long count) throws Exception {
    try (IntWriter writer = ring.writer()) {
      for (long next = 0; next < count; ) {
        IntBuffer free = writer.claim((int) Math.min(BATCH, count - next));
        int n = free.remaining();
        while (free.hasRemaining()) {
          free.put((int) next++);
        }
        writer.publish(n);
        if (n == 0) {
          Thread.onSpinWait(); // the ring is full
        }
      }
    }
  }

  private static void read(IntRing ring, long count) throws Exception {
    try (IntReader reader = ring.reader()) {
      long start = 0;
      for (long next = 0; next < count; ) {
        IntBuffer items = reader.peek(BATCH);
        int n = items.remaining();
        start = next == 0 ? System.nanoTime() : start;
        while (items.hasRemaining()) {
          int item = items.get();
          if (item != (int) next++) {
            throw new IllegalStateException("read " + item + " in place of " + (next - 1));
          }
        }
        reader.release(n);
      }
      double micros = (System.nanoTime() - start) / 1e3;
      System.out.printf("%d ints in order, %.0f million a second%n", count, count / micros);
    }
  }
}
