package org.reactiveserializer.benchmarks.io.ipc;

import java.io.IOException;
import java.nio.IntBuffer;
import org.reactiveserializer.io.ring.IntReader;
import org.reactiveserializer.io.ring.IntRing;
import org.reactiveserializer.io.ring.IntWriter;

/** The ends of this library's ring of ints. */
final class RingInts {
  private static final int MOST = 64;

  private RingInts() {}

  /** Writes one int at a time. */
  static final class OneWriter extends Polling.Writer {
    private final IntWriter ring;

    OneWriter(IntRing ring) throws IOException {
      super(1);
      this.ring = ring.writer();
    }

    @Override
    int write(long first, int count) {
      return ring.offer((int) first) ? 1 : 0;
    }

    @Override
    public void close() {
      ring.close();
    }
  }

  /** Reads one int at a time, as long as there is one. */
  static final class OneReader extends Polling.Reader {
    private final IntReader ring;

    OneReader(IntRing ring) throws IOException {
      this.ring = ring.reader();
    }

    @Override
    void read(Check check) {
      for (int i = 0; i < MOST; i++) {
        long next = ring.poll();
        if (next == IntReader.EMPTY) {
          break;
        }
        check.next((int) next);
      }
    }

    @Override
    public void close() {
      ring.close();
    }
  }

  /** Writes a batch, and publishes it once. */
  static final class BatchWriter extends Polling.Writer {
    private final IntWriter ring;
    private final int[] ints;

    BatchWriter(IntRing ring, int batch) throws IOException {
      super(batch);
      this.ring = ring.writer();
      this.ints = new int[batch];
    }

    @Override
    int write(long first, int count) {
      for (int i = 0; i < count; i++) {
        ints[i] = (int) first + i;
      }
      return ring.offer(ints, 0, count);
    }

    @Override
    public void close() {
      ring.close();
    }
  }

  /** Reads a batch in place, and releases it once. */
  static final class BatchReader extends Polling.Reader {
    private final IntReader ring;
    private final int batch;

    BatchReader(IntRing ring, int batch) throws IOException {
      this.ring = ring.reader();
      this.batch = batch;
    }

    @Override
    void read(Check check) {
      IntBuffer run = ring.peek(batch);
      int start = run.position();
      int length = run.remaining();
      for (int i = 0; i < length; i++) {
        check.next(run.get(start + i));
      }
      ring.release(length);
    }

    @Override
    public void close() {
      ring.close();
    }
  }
}
