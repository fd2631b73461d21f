package org.reactiveserializer.benchmarks;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A serializer that one thread uses all the time, and an intruder at intervals. */
@State(Scope.Thread)
public class OccasionalContention {
  private static final int ROUND = 1 << 12;

  /** The label of a {@link Contender}: any, given by {@code -p}; by itself the users' choices. */
  @Param({"serializer", "synchronized", "reentrant-lock", "rxjava", "reactor", "mutiny"})
  public String contender = "";

  /** The time from one of the intruder's items to the next, in microseconds. */
  @Param("10")
  public int interval;

  private final Items items = new Items(0, ROUND);
  private Arrivals downstream = new Arrivals(ROUND);
  private Consumer<Integer> entry = downstream::onNext;
  private Intruder intruder = new Intruder(entry, 0);
  private long turn;

  /** Makes the serializer and lets the intruder in. */
  @Setup(Level.Iteration)
  public void open() {
    downstream = new Arrivals(ROUND);
    entry = Contender.of(contender).open(downstream);
    turn = 0;
    intruder = new Intruder(entry, TimeUnit.MICROSECONDS.toNanos(interval));
    intruder.start();
  }

  /** Pushes one item. */
  void pushOne() {
    entry.accept(items.get(turn++));
  }

  /** Throws if the items did not all arrive as they should. */
  @TearDown(Level.Iteration)
  public void check() throws InterruptedException {
    intruder.stopped = true;
    intruder.join();
    downstream.judge(turn, intruder.turn).enforce();
  }

  /** Waits without sleeping, since no sleep is that short, and pushes an item. */
  private static final class Intruder extends Thread {
    private final Items items = new Items(1, ROUND);
    private final Consumer<Integer> entry;
    private final long intervalNanos;
    private volatile boolean stopped;
    private long turn;

    Intruder(Consumer<Integer> entry, long intervalNanos) {
      super("intruder");
      this.entry = entry;
      this.intervalNanos = intervalNanos;
      setDaemon(true);
    }

    @Override
    public void run() {
      long due = System.nanoTime();
      while (!stopped) {
        if (System.nanoTime() - due >= 0) {
          entry.accept(items.get(turn++));
          due = System.nanoTime() + intervalNanos; // late ones are not made up for
        }
        Thread.onSpinWait();
      }
    }
  }
}
