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

  /** Tells whether the contender can take several producers, rather than one that pushes for all. */
  boolean isShared() {
    return true;
  }

  /** Returns what stands before the downstream, behind the contender. */
  Downstream before(Downstream end) {
    return end;
  }

  /** Makes the items and starts the threads. */
  @Setup(Level.Trial)
  public void start() {
    crew = isShared() ? new Producers(producers, items) : new Producers(1, producers * items);
  }

  /** Makes the serializer and brings everybody to the barrier. */
  @Setup(Level.Iteration)
  public void prepare() {
    downstream = new Arrivals(Items.MAX_ITEMS);
    crew.prepare(Contender.of(contender()).open(before(downstream)));
  }

  /** Pushes everything. */
  public void run() {
    crew.run();
  }

  /** Throws if an item is lost, came twice, out of order, or while another was being taken. */
  @TearDown(Level.Iteration)
  public void check() {
    long[] pushed =
        isShared()
            ? LongStream.generate(() -> items).limit(producers).toArray()
            : new long[] {(long) producers * items};
    downstream.judge(pushed).enforce();
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

  /** Of the operator and those of the bridges, each in a pipeline of its library. */
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

  /** Of streams whose subscriber takes its time: how much of that is lost, {@code unserialized} shows. */
  public static class OfSlowSubscribers extends Batch {
    /** The label. */
    @Param({
      "unserialized",
      "sink-bounded",
      "sink",
      "reentrant-lock",
      "sink-told-always",
      "sink-told-often",
      "sink-told-once",
      "sink-told-never"
    })
    public String contender = "";

    /** How much the subscriber does with an item, in the tokens of {@link Blackhole#consumeCPU}. */
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

  /** Of the chosen design and those that were rejected. */
  public static class OfDesigns extends Batch {
    /** The label. */
    @Param({
      "serializer",
      "alt-sealed-runs",
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
      "alt-paced",
      "alt-paced-1000",
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
