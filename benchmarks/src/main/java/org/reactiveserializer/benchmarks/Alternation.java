package org.reactiveserializer.benchmarks;

import java.util.function.Consumer;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Two threads that emit in turns, never at the same time: there is no contention, but neither
 * thread stays the only producer.
 */
@State(Scope.Benchmark)
public class Alternation {
  private static final int ITEMS_EACH = 500_000;

  /** The label of a {@link Contender}. */
  @Param({"serializer", "biased"})
  public String contender = "";

  /** The number of items that a thread emits in a row. */
  @Param({"1", "10", "100", "1000", "10000", "100000"})
  public int turn;

  private Arrivals downstream = new Arrivals(Items.MAX_ITEMS);
  private Consumer<Integer> entry = downstream::onNext;
  private final Items[] items = {new Items(0, ITEMS_EACH), new Items(1, ITEMS_EACH)};
  private volatile int turns;

  /** Creates the serializer. */
  @Setup(Level.Iteration)
  public void open() {
    downstream = new Arrivals(Items.MAX_ITEMS);
    entry = Contender.of(contender).open(downstream);
    turns = 0;
  }

  /** Emits all items from both threads. */
  void run() throws InterruptedException {
    Thread other = new Thread(() -> emit(1), "other");
    other.start();
    emit(0);
    other.join();
  }

  private void emit(int side) {
    for (int from = 0; from < ITEMS_EACH; from += turn) {
      while ((turns & 1) != side) {
        Thread.onSpinWait();
      }
      items[side].emitInto(entry, from, Math.min(from + turn, ITEMS_EACH));
      turns++;
    }
  }

  /** Throws if an item was lost, duplicated, reordered or delivered while another one was. */
  @TearDown(Level.Iteration)
  public void check() {
    downstream.judge(ITEMS_EACH, ITEMS_EACH).enforce();
  }
}
