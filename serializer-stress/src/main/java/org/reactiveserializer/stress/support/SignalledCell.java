package org.reactiveserializer.stress.support;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.right.EmissionLoop;
import org.reactiveserializer.internal.right.EmissionRight;
import org.reactiveserializer.internal.right.Work;

/**
 * The smallest user of the ownership loop: one number, written by one thread, which then signals;
 * read by every pass. Shows what {@link EmissionRight#signalOwner} asks of its caller: to have published
 * the number by a volatile write.
 */
public abstract class SignalledCell extends EmissionLoop {
  private final AtomicInteger cell;

  // Set before a signal.
  private volatile int echoes;

  // Only passes touch it.
  private int seen;

  private SignalledCell(AtomicInteger cell) {
    this.cell = cell;
  }

  /** Writes the number. */
  abstract void publish(AtomicInteger place, int number);

  /** Reads the number, in a pass. */
  abstract int look(AtomicInteger place);

  /** Writes the number, and asks for a pass that sees it. */
  public final void put(int number) {
    publish(cell, number);
    signal();
  }

  /** Emits here, with so many further passes that are asked for by the one before. */
  public final void echo(int passes) {
    echoes = passes;
    signal();
  }

  /** Returns what the last pass saw. */
  public final int seen() {
    return seen;
  }

  @Override
  protected final int pass(@Nullable Work youngest) {
    // The other thread then often finds "more" already announced, and has nothing to write.
    seen = look(cell);
    int left = echoes;
    if (left > 0) {
      echoes = left - 1;
      signal();
    }
    return 0;
  }

  @Override
  protected final void abort(Throwable cause) {
    right().closeWord();
  }

  /** As the library does it. */
  public static SignalledCell sound() {
    return new Sound(new AtomicInteger());
  }

  /** Publishes by a release only: its look at the word may come before the write is to be seen. */
  public static SignalledCell releasing() {
    return new Releasing();
  }

  /** Looks before the work is taken: what is signalled in between is missed. */
  public static SignalledCell lookingFirst() {
    AtomicInteger cell = new AtomicInteger();
    return new LookingFirst(new EarlyLook(cell), cell);
  }

  private static class Sound extends SignalledCell {
    Sound(AtomicInteger cell) {
      super(cell);
    }

    @Override
    void publish(AtomicInteger place, int number) {
      place.set(number);
    }

    @Override
    int look(AtomicInteger place) {
      return place.get();
    }
  }

  private static final class Releasing extends Sound {
    Releasing() {
      super(new AtomicInteger());
    }

    @Override
    void publish(AtomicInteger place, int number) {
      place.setRelease(number);
    }
  }

  private static final class LookingFirst extends Sound {
    private final EarlyLook early;

    LookingFirst(EarlyLook early, AtomicInteger cell) {
      super(cell);
      this.early = early;
    }

    @Override
    protected EmissionRight right() {
      return early;
    }

    @Override
    int look(AtomicInteger place) {
      return early.seen;
    }
  }

  private static final class EarlyLook extends EmissionRight {
    private final AtomicInteger cell;
    private int seen;

    EarlyLook(AtomicInteger cell) {
      this.cell = cell;
    }

    @Override
    public @Nullable Work take() {
      seen = cell.get();
      return super.take();
    }
  }
}
