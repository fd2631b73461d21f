package org.reactiveserializer.stress.support;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.drain.DrainLoop;
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.internal.drain.Work;

/**
 * The smallest user of the drain loop: one number, which is written by a thread that then
 * signals, and read by every pass. Shows what {@link DrainState#signalOwner} requires of its
 * caller: to have published the number by a volatile write.
 */
public abstract class SignalledCell extends DrainLoop {
  private static final int LINES = 8;
  private static final int INTS_OF_A_LINE = 16;

  private final AtomicInteger cell;

  // Set before a signal.
  private volatile int echoes;

  // Accessed by passes only.
  private int seen;

  private SignalledCell(DrainState drain, AtomicInteger cell) {
    super(drain, null, null);
    this.cell = cell;
  }

  /** Writes the number. */
  abstract void publish(AtomicInteger place, int number);

  /** Reads the number, in a pass. */
  abstract int look(AtomicInteger place);

  /** Writes the number, and signals that a pass must read it. */
  public final void put(int number) {
    publish(cell, number);
    signal();
  }

  /**
   * Acquires ownership and makes {@code passes} further passes, each signalled by the one before.
   */
  public final void echo(int passes) {
    echoes = passes;
    signal();
  }

  /** Returns what the last pass saw. */
  public final int seen() {
    return seen;
  }

  @Override
  protected final void pass(@Nullable Work youngest) {
    // So the other thread often finds more work signalled already, and has nothing to write.
    seen = look(cell);
    int left = echoes;
    if (left > 0) {
      echoes = left - 1;
      signal();
    }
  }

  @Override
  protected final void abort(Throwable cause) {
    drain.closeWord();
  }

  /** As in the library. */
  public static SignalledCell sound() {
    return new Sound(newDrainState(), new AtomicInteger());
  }

  /**
   * Publishes by a release write only: the thread may read the word before its write is visible.
   */
  public static SignalledCell releasing() {
    return new Releasing();
  }

  /** Reads the number before the work is taken: a signal in between is missed. */
  public static SignalledCell lookingFirst() {
    AtomicInteger cell = new AtomicInteger();
    return new LookingFirst(new EarlyLook(cell), cell);
  }

  private static class Sound extends SignalledCell {
    Sound(DrainState drain, AtomicInteger cell) {
      super(drain, cell);
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
    // Stores in front of the one that matters keep the processor's store buffer busy.
    private final AtomicIntegerArray others = new AtomicIntegerArray(LINES * INTS_OF_A_LINE);

    Releasing() {
      // One that makes no promises: to revoke one takes so long that the race hardly ever occurs.
      super(new DrainState(), new AtomicInteger());
    }

    @Override
    void publish(AtomicInteger place, int number) {
      for (int i = 0; i < others.length(); i += INTS_OF_A_LINE) {
        others.setRelease(i, number);
      }
      place.setRelease(number);
    }
  }

  private static final class LookingFirst extends Sound {
    private final EarlyLook early;

    LookingFirst(EarlyLook early, AtomicInteger cell) {
      super(early, cell);
      this.early = early;
    }

    @Override
    int look(AtomicInteger place) {
      return early.seen;
    }
  }

  private static final class EarlyLook extends DrainState {
    private final AtomicInteger cell;
    private int seen;

    EarlyLook(AtomicInteger cell) {
      this.cell = cell;
    }

    @Override
    public @Nullable Work take() {
      seen = cell.get();
      Reactions.giveWay();
      return super.take();
    }
  }
}
