package org.reactiveserializer.benchmarks;

import java.util.stream.LongStream;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * A fixed number of items from each of several producers, through a new serializer in each
 * iteration: an iteration is a batch. Throws if the downstream finds a fault.
 */
@State(Scope.Benchmark)
public abstract class Batch {
  /** The number of threads that emit. */
  @Param({"1", "2", "4", "8"})
  public int producers;

  /** The number of items that each of them emits. */
  @Param("500000")
  public int items;

  private Producers crew = new Producers(0, 0);
  private Arrivals downstream = new Arrivals(Items.MAX_ITEMS);

  /** Returns the label of a {@link Contender}. */
  abstract String contender();

  /** Returns whether several producers can emit into the contender; otherwise one emits for all. */
  boolean isShared() {
    return true;
  }

  /** Returns the subscriber to put between the contender and the downstream. */
  Downstream before(Downstream end) {
    return end;
  }

  /** Creates the items and starts the threads. */
  @Setup(Level.Trial)
  public void start() {
    crew = isShared() ? new Producers(producers, items) : new Producers(1, producers * items);
  }

  /** Creates the serializer and waits until all producers are at the barrier. */
  @Setup(Level.Iteration)
  public void prepare() {
    downstream = new Arrivals(Items.MAX_ITEMS);
    crew.prepare(Contender.of(contender()).open(before(downstream)));
  }

  /** Emits the batch. */
  public void run() {
    crew.run();
  }

  /** Throws if an item was lost, duplicated, reordered or delivered while another one was. */
  @TearDown(Level.Iteration)
  public void check() {
    long[] emitted =
        isShared()
            ? LongStream.generate(() -> items).limit(producers).toArray()
            : new long[] {(long) producers * items};
    downstream.judge(emitted).enforce();
  }

  /** Stops the threads. */
  @TearDown(Level.Trial)
  public void stop() {
    crew.close();
  }

  /** Of this library, the other libraries and the locks. */
  public static class OfLibraries extends Batch {
    /** The label. */
    @Param({"serializer", "synchronized", "reentrant-lock", "rxjava", "reactor", "mutiny"})
    public String contender = "";

    @Override
    String contender() {
      return contender;
    }
  }

  /** Of sinks: producers emit, and one subscriber requests. */
  public static class OfSinks extends Batch {
    /** The label. */
    @Param({
      "sink",
      "sink-biased",
      "sink-bounded",
      "sink-reactor",
      "sink-reactor-ours",
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

  /** Of the core operator and those of the bridges, each in a pipeline of its library. */
  public static class OfBridges extends Batch {
    /** The label. */
    @Param({
      "serializer",
      "bridge-flow",
      "bridge-rxjava",
      "bridge-rxjava-observable",
      "bridge-reactor",
      "bridge-mutiny"
    })
    public String contender = "";

    @Override
    String contender() {
      return contender;
    }
  }

  /**
   * Of sinks whose subscriber is slow. {@code unserialized} shows how long the subscriber alone
   * takes.
   */
  public static class OfSlowSubscribers extends Batch {
    /** The label. */
    @Param({"unserialized", "sink-bounded", "sink", "reentrant-lock"})
    public String contender = "";

    /**
     * How much the subscriber does for each item, in the tokens of {@link Blackhole#consumeCPU}.
     */
    @Param("500")
    public int work;

    @Override
    String contender() {
      return contender;
    }

    @Override
    boolean isShared() {
      return Contender.of(contender).role() != Contender.Role.CEILING;
    }

    @Override
    Downstream before(Downstream end) {
      return new Working(end, work);
    }
  }

  /** Of the design that was chosen and those that were rejected. */
  public static class OfDesigns extends Batch {
    /** The label. */
    @Param({
      "serializer",
      "alt-nodes",
      "alt-nodes-looks",
      "alt-nodes-yields",
      "alt-tail-swap",
      "alt-counter-chunks"
    })
    public String contender = "";

    @Override
    String contender() {
      return contender;
    }
  }
}
