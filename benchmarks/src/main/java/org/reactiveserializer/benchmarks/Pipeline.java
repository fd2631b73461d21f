package org.reactiveserializer.benchmarks;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.FlowableTransformer;
import io.reactivex.rxjava3.disposables.Disposable;
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
 * A fixed number of items through a whole pipeline of RxJava, a fresh one every time: {@code map}, {@code filter},
 * the serializer, {@code observeOn}. What stands before the serializer has no state, and runs in all producers at
 * once. Fails if the downstream finds fault with what arrives.
 *
 * <p>The filter drops one item in eight, and the map has numbered the others anew, so that each that is lost is
 * noticed. The queue of {@code observeOn} has room for all, since the producers heed no demand.
 */
@State(Scope.Benchmark)
public class Pipeline {
  private static final int DROPPED = 8; // one of so many; a power of two

  /** Which serializer: the label of a {@link Serialization}. */
  @Param({"rxjava", "compose", "install"})
  public String serialization = "";

  /** How many threads push. */
  @Param({"1", "4"})
  public int producers;

  /** How many items they push, all together. */
  @Param("1000000")
  public int items;

  private Disposable installed = Disposable.disposed();
  private Producers crew = new Producers(0, 0);
  private Arrivals downstream = new Arrivals(Items.MAX_ITEMS);
  private Raw raw = new Raw();
  private CompletableFuture<Void> end = new CompletableFuture<>();

  /** Makes the items, starts the threads, and installs what is to be. */
  @Setup(Level.Trial)
  public void start() {
    crew = new Producers(producers, each());
    installed = Serialization.of(serialization).install();
  }

  /** Makes the pipeline and brings everybody to the barrier. */
  @Setup(Level.Iteration)
  public void prepare() {
    downstream = new Arrivals(Items.MAX_ITEMS);
    raw = new Raw();
    end = new CompletableFuture<>();
    Flowable.fromPublisher(raw)
        .map(Pipeline::numberedAnew)
        .filter(item -> item >= 0)
        .compose(Serialization.of(serialization))
        .observeOn(Schedulers.single(), false, items)
        .subscribe(new Ending(downstream, end));
    crew.prepare(raw.entry());
  }

  /** Pushes everything, completes, and returns when the completion has arrived. */
  public void run() {
    crew.run();
    raw.complete();
    end.join();
  }

  /** Throws if an item is lost, came twice, out of order, or while another was being taken. */
  @TearDown(Level.Iteration)
  public void check() {
    long passed = each() - each() / DROPPED;
    downstream.judge(LongStream.generate(() -> passed).limit(producers).toArray()).enforce();
  }

  /** Ends the threads, and takes out what was installed. */
  @TearDown(Level.Trial)
  public void stop() {
    crew.close();
    installed.dispose();
  }

  private int each() {
    return items / producers;
  }

  /** Returns the number among those that pass, or -1. */
  private static int numberedAnew(int item) {
    int sequence = Items.sequence(item);
    return sequence % DROPPED == DROPPED - 1
        ? -1
        : Items.encode(Items.producer(item), sequence - sequence / DROPPED);
  }

  /** How the stream is made serial. */
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
    },
    /** By RxJava's operator, replaced. */
    INSTALL {
      @Override
      public Flowable<Integer> apply(Flowable<Integer> upstream) {
        return upstream.serialize();
      }

      @Override
      Disposable install() {
        return RxSerializer.install();
      }
    };

    /** Does what is done once in a process. */
    Disposable install() {
      return Disposable.disposed();
    }

    /** Returns the one with a label that the command line knows. */
    static Serialization of(String label) {
      return valueOf(label.toUpperCase(Locale.ROOT));
    }
  }

  /** Before the downstream: tells of the end. */
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
    public Verdict judge(long... pushed) {
      return downstream.judge(pushed);
    }
  }
}
