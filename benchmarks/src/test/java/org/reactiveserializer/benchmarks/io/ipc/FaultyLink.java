package org.reactiveserializer.benchmarks.io.ipc;

import java.nio.file.Path;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;

/** Links with a fault each: a writer that does something else with each hundredth item. */
public abstract class FaultyLink implements Link {
  private static final int PERIOD = 100;

  /** Does not write it. */
  public static final class Losing extends FaultyLink {
    @Override
    void irregular(Out out, long number) {}
  }

  /** Writes it twice. */
  public static final class Duplicating extends FaultyLink {
    @Override
    void irregular(Out out, long number) {
      out.put(number, number);
      out.put(number, number);
    }
  }

  /** Writes the one before in its place, and it in the place of the one before. */
  public static final class Reordering extends FaultyLink {
    @Override
    void irregular(Out out, long number) {
      out.put(number + 1, number + 1);
      out.put(number, number);
      out.skip();
    }
  }

  /** Writes half of it, and half of another one. */
  public static final class Tearing extends FaultyLink {
    @Override
    void irregular(Out out, long number) {
      out.put(number, number - 1);
    }
  }

  /** Fails. */
  public static final class Failing extends FaultyLink {
    @Override
    void irregular(Out out, long number) {
      throw new IllegalStateException("the ring broke");
    }
  }

  abstract void irregular(Out out, long number);

  @Override
  public Reader reader(Path directory, Shape shape) throws Exception {
    return new AgronaLink().reader(directory, shape);
  }

  @Override
  public Writer writer(Path directory, Shape shape) {
    return new Out(AgronaFiles.attach(directory, AgronaLink.NAME), shape.items());
  }

  /** The writer. */
  final class Out extends Polling.Writer {
    private final OneToOneRingBuffer ring;
    private final Items items;
    private int step;

    Out(OneToOneRingBuffer ring, Items items) {
      super(1);
      this.ring = ring;
      this.items = items;
    }

    @Override
    int write(long first, int count) {
      step = 1;
      if (first % PERIOD == PERIOD - 1) {
        irregular(this, first);
      } else {
        put(first, first);
      }
      return step;
    }

    /** Counts the next number as written. */
    void skip() {
      step++;
    }

    /** Writes an item, whose last word belongs to another number. */
    void put(long number, long last) {
      int at;
      do {
        at = ring.tryClaim(AgronaFiles.TYPE, items == Items.INTS ? Integer.BYTES : Message.LENGTH);
      } while (at < 0);
      if (items == Items.INTS) {
        ring.buffer().putInt(at, (int) number);
      } else {
        AgronaFiles.put(ring.buffer(), at, number);
        ring.buffer().putLong(at + 56, last + 7 * Message.STEP);
      }
      ring.commit(at);
    }

    @Override
    public void close() {}
  }
}
