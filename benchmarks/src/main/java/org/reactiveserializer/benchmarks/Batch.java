package org.reactiveserializer.benchmarks;

import java.util.stream.LongStream;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A fixed number of items from each of several producers, through a fresh serializer, every time:
 * an iteration is a batch. Fails if the downstream finds fault with it.
 */
@State(Scope.Benchmark)
public class Batch {
  /** The label of a {@link Contender}. */
  @Param({
    "serializer", "synchronized", "reentrant-lock", "rxjava", "reactor", "mutiny",
  })
  public String contender = "";

  /** How many threads push. */
  @Param({"1", "2", "4", "8"})
  public int producers;

  /** How many items each of them pushes. */
  @Param("500000")
  public int items;

  private Producers crew = new Producers(0, 0);
  private Arrivals downstream = new Arrivals(Items.MAX_ITEMS);

  /** Makes the items and starts the threads. */
  @Setup(Level.Trial)
  public void start() {
    crew = new Producers(producers, items);
  }

  /** Makes the serializer and brings everybody to the barrier. */
  @Setup(Level.Iteration)
  public void prepare() {
    downstream = new Arrivals(Items.MAX_ITEMS);
    crew.prepare(Contender.of(contender).open(downstream));
  }

  /** Pushes everything. */
  public void run() {
    crew.run();
  }

  /** Throws if an item is lost, came twice, out of order, or while another was being taken. */
  @TearDown(Level.Iteration)
  public void check() {
    downstream.judge(LongStream.generate(() -> items).limit(producers).toArray()).enforce();
  }

  /** Ends the threads. */
  @TearDown(Level.Trial)
  public void stop() {
    crew.close();
  }
}
