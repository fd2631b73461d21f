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
public abstract class Batch {
  /** How many threads push. */
  @Param({"1", "2", "4", "8"})
  public int producers;

  /** How many items each of them pushes. */
  @Param("500000")
  public int items;

  private Producers crew = new Producers(0, 0);
  private Arrivals downstream = new Arrivals(Items.MAX_ITEMS);

  /** Returns the label of a {@link Contender}. */
  abstract String contender();

  /** Makes the items and starts the threads. */
  @Setup(Level.Trial)
  public void start() {
    crew = new Producers(producers, items);
  }

  /** Makes the serializer and brings everybody to the barrier. */
  @Setup(Level.Iteration)
  public void prepare() {
    downstream = new Arrivals(Items.MAX_ITEMS);
    crew.prepare(Contender.of(contender()).open(downstream));
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

  /** Of a library, ours or another, or of what one writes without any. */
  public static class OfLibraries extends Batch {
    /** The label. */
    @Param({"serializer", "synchronized", "reentrant-lock", "rxjava", "reactor", "mutiny"})
    public String contender = "";

    @Override
    String contender() {
      return contender;
    }
  }

  /** Of streams that producers feed, for a subscriber that requests. */
  public static class OfSinks extends Batch {
    /** The label. */
    @Param({
      "sink",
      "sink-bounded",
      "sink-reactor",
      "sink-reactor-unsafe",
      "sink-rxjava",
      "sink-mutiny"
    })
    public String contender = "";

    @Override
    String contender() {
      return contender;
    }
  }

  /** Of the chosen design and those that were rejected. */
  public static class OfDesigns extends Batch {
    /** The label. */
    @Param({
      "serializer",
      "alt-ours",
      "alt-no-lag",
      "alt-peeking-lag",
      "alt-lag-30",
      "alt-lag-300",
      "alt-lag-1000",
      "alt-lag-any-batch",
      "alt-stay-64",
      "alt-stay-1024",
      "alt-no-courtesy",
      "alt-courtesy-1024",
      "alt-courtesy-16384",
      "alt-counter-beside",
      "alt-downstream-apart",
      "alt-downstream-beside",
      "alt-nodes",
      "alt-nodes-unpadded",
      "alt-nodes-inherited",
      "alt-tail-swap",
      "alt-word-stack",
      "alt-word-chunks",
      "alt-word-chunks-spinning",
      "alt-word-linked",
      "alt-counter-chunks"
    })
    public String contender = "";

    @Override
    String contender() {
      return contender;
    }
  }
}
