package org.reactiveserializer.benchmarks.io.ipc;

import java.util.function.BooleanSupplier;

/**
 * Ends that are called again and again. The calls are made in rounds: a method that is called often
 * is compiled as a whole, and not from the middle of its only call.
 */
final class Polling {
  private static final int ROUND = 1024;

  private Polling() {}

  /** An end that writes when it is called. */
  abstract static class Writer implements Link.Writer {
    private final int batch;

    Writer(int batch) {
      this.batch = batch;
    }

    /**
     * Writes items with numbers from {@code first} on.
     *
     * @return how many it has written, from 0 to {@code count}
     */
    abstract int write(long first, int count);

    @Override
    public final long run(BooleanSupplier isOver) {
      long next = 0;
      while (!isOver.getAsBoolean()) {
        next = round(next);
      }
      return next;
    }

    private long round(long first) {
      long next = first;
      for (int i = 0; i < ROUND; i++) {
        int written = write(next, batch);
        if (written == 0) {
          Thread.onSpinWait();
        }
        next += written;
      }
      return next;
    }
  }

  /** An end that reads when it is called. */
  abstract static class Reader implements Link.Reader {
    /** Reads items, as many as the contender reads together. */
    abstract void read(Check check);

    @Override
    public final void run(Check check, BooleanSupplier isOver) {
      while (!isOver.getAsBoolean()) {
        round(check);
      }
    }

    private void round(Check check) {
      long before = check.arrived();
      for (int i = 0; i < ROUND; i++) {
        read(check);
        long now = check.arrived();
        if (now == before) {
          Thread.onSpinWait();
        } else {
          check.publish();
          before = now;
        }
      }
    }
  }
}
