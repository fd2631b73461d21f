package org.reactiveserializer.examples;

import java.nio.file.Path;
import org.reactiveserializer.io.ring.IntReader;
import org.reactiveserializer.io.ring.IntRing;
import org.reactiveserializer.io.ring.IntWriter;
import org.reactiveserializer.io.ring.Peer;
import org.reactiveserializer.io.ring.RingEnd;

/**
 * Two processes: one writes ints into a ring in a file, in batches, the other one checks them and
 * prints "100000000 ints in order". They poll, so each takes a processor. Ctrl-C stops it.
 *
 * <pre>{@code
 * mvn -q -DskipTests -pl examples -am package; cd examples/target; rm -f ints.ring
 * CP='classes:lib/*'
 * example() { java -cp "$CP" "org.reactiveserializer.examples.$@"; }
 * example IpcInts write ints.ring 100000000 &
 * example IpcInts read ints.ring 100000000
 * }</pre>
 */
public final class IpcInts {
  private static final int BATCH = 64;
  private static long expected;
  private static long waits;

  /** Writes or reads. The arguments: {@code write} or {@code read}, the file, how many ints. */
  public static void main(String[] args) throws Exception {
    IntRing ring = IntRing.createOrAttach(Path.of(args[1]), 1 << 16);
    long count = Long.parseLong(args[2]);
    if (args[0].equals("read")) {
      read(ring, count);
    } else {
      write(ring, count);
    }
  }

  private static void write(IntRing ring, long count) throws Exception {
    try (IntWriter writer = ring.writer()) {
      int[] batch = new int[BATCH];
      for (long next = 0; next < count; ) {
        for (int i = 0; i < BATCH; i++) {
          batch[i] = (int) next + i;
        }
        int n = writer.offer(batch, 0, (int) Math.min(BATCH, count - next));
        next += n;
        if (n == 0) {
          await(writer); // the ring is full
        }
      }
    }
  }

  private static void read(IntRing ring, long count) throws Exception {
    try (IntReader reader = ring.reader()) {
      while (expected < count) {
        if (reader.drain(IpcInts::check, BATCH) == 0) {
          await(reader);
        }
      }
      System.out.println(count + " ints in order");
    }
  }

  private static void check(int item) {
    if (item != (int) expected++) {
      throw new IllegalStateException("read " + item + " in place of " + (expected - 1));
    }
  }

  /** Now and then, as this needs system calls, looks whether the other process has died. */
  private static void await(RingEnd end) {
    Thread.onSpinWait();
    if (++waits % 1_000_000 == 0 && end.peer() == Peer.DEAD) {
      throw new IllegalStateException("the other process died");
    }
  }
}
