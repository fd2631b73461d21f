package org.reactiveserializer.benchmarks;

import java.util.function.Consumer;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Two threads that push in turns, never at the same time: nobody contends, and nobody stays alone. */
@State(Scope.Benchmark)
public class Alternation {
  private static final int ITEMS_EACH = 500_000;

  /** The label of a {@link Contender}. */
  @Param({"serializer", "biased"})
  public String contender = "";

  /** How many items in a row. */
  @Param({"1", "10", "100", "1000", "10000", "100000"})
  public int turn;

  private Arrivals downstream = new Arrivals(Items.MAX_ITEMS);
  private Consumer<Integer> entry = downstream::onNext;
  private final Items[] items = {new Items(0, ITEMS_EACH), new Items(1, ITEMS_EACH)};
  private volatile int turns;

  /** Makes the serializer. */
  @Setup(Level.Iteration)
  public void open() {
    downstream = new Arrivals(Items.MAX_ITEMS);
    entry = Contender.of(contender).open(downstream);
    turns = 0;
  }

  /** Pushes everything. */
  void run() throws InterruptedException {
    Thread other = new Thread(() -> push(1), "other");
    other.start();
    push(0);
    other.join();
  }

  private void push(int side) {
    for (int from = 0; from < ITEMS_EACH; from += turn) {
      while ((turns & 1) != side) {
        Thread.onSpinWait();
      }
      items[side].pushInto(entry, from, Math.min(from + turn, ITEMS_EACH));
      turns++;
    }
  }

  /** Throws if the items did not all arrive as they should. */
  @TearDown(Level.Iteration)
  public void check() {
    downstream.judge(ITEMS_EACH, ITEMS_EACH).enforce();
  }
}
