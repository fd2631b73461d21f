package org.reactiveserializer.benchmarks;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.FlowableTransformer;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.reactiveserializer.rxjava3.RxSerializer;

/**
 * A fixed number of items through a whole pipeline of RxJava, a new one in each iteration: {@code
 * map}, {@code filter}, the serializer, {@code observeOn}. The operators before the serializer have
 * no state and run in all producers at once. Throws if the downstream finds a fault.
 *
 * <p>The filter removes one item in eight, and the map renumbers the others, so every lost item is
 * noticed. The queue of {@code observeOn} has room for all items, because the producers ignore
 * demand.
 */
@State(Scope.Benchmark)
public class Pipeline {
  private static final int REMOVED = 8; // one item of this many is removed; a power of two

  /** The label of a {@link Serialization}. */
  @Param({"rxjava", "compose"})
  public String serialization = "";

  /** The number of threads that emit. */
  @Param({"1", "4"})
  public int producers;

  /** The number of items that all of them emit together. */
  @Param("1000000")
  public int items;

  private Producers crew = new Producers(0, 0);
  private Arrivals downstream = new Arrivals(Items.MAX_ITEMS);
  private Raw raw = new Raw();
  private CompletableFuture<Void> end = new CompletableFuture<>();

  /** Creates the items and starts the threads. */
  @Setup(Level.Trial)
  public void start() {
    crew = new Producers(producers, each());
  }

  /** Creates the pipeline and waits until all producers are at the barrier. */
  @Setup(Level.Iteration)
  public void prepare() {
    downstream = new Arrivals(Items.MAX_ITEMS);
    raw = new Raw();
    end = new CompletableFuture<>();
    Flowable.fromPublisher(raw)
        .map(Pipeline::renumbered)
        .filter(item -> item >= 0)
        .compose(Serialization.of(serialization))
        .observeOn(Schedulers.single(), false, items)
        .subscribe(new Ending(downstream, end));
    crew.prepare(raw.entry());
  }

  /** Emits the batch, completes, and returns when the completion has arrived. */
  public void run() {
    crew.run();
    raw.complete();
    end.join();
  }

  /** Throws if an item was lost, duplicated, reordered or delivered while another one was. */
  @TearDown(Level.Iteration)
  public void check() {
    long remaining = each() - each() / REMOVED;
    downstream.judge(LongStream.generate(() -> remaining).limit(producers).toArray()).enforce();
  }

  /** Stops the threads. */
  @TearDown(Level.Trial)
  public void stop() {
    crew.close();
  }

  private int each() {
    return items / producers;
  }

  /**
   * Returns the item with its number among those that pass the filter, or -1 if it does not pass.
   */
  private static int renumbered(int item) {
    int sequence = Items.sequence(item);
    return sequence % REMOVED == REMOVED - 1
        ? -1
        : Items.encode(Items.producer(item), sequence - sequence / REMOVED);
  }

  /** The ways to make the stream serial. */
  enum Serialization implements FlowableTransformer<Integer, Integer> {
    /** By RxJava. */
    RXJAVA {
      @Override
      public Flowable<Integer> apply(Flowable<Integer> upstream) {
        return upstream.serialize();
      }
    },
    /** By the operator of the bridge. */
    COMPOSE {
      @Override
      public Flowable<Integer> apply(Flowable<Integer> upstream) {
        return upstream.compose(RxSerializer.serialize());
      }
    };

    /** Returns the constant for a label of the command line. */
    static Serialization of(String label) {
      return valueOf(label.toUpperCase(Locale.ROOT));
    }
  }

  /** Passes items to the downstream and completes a future at the end of the stream. */
  private record Ending(Downstream downstream, CompletableFuture<Void> end) implements Downstream {
    @Override
    public void onNext(Integer item) {
      downstream.onNext(item);
    }

    @Override
    public void onError(Throwable error) {
      end.completeExceptionally(error);
    }

    @Override
    public void onComplete() {
      end.complete(null);
    }

    @Override
    public Verdict judge(long... emitted) {
      return downstream.judge(emitted);
    }
  }
}
