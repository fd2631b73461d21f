package org.reactiveserializer.benchmarks.merge;

import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.Locale;
import org.reactiveserializer.DynamicMerge;
import org.reactiveserializer.Merge;
import org.reactiveserializer.mutiny.MutinyMerge;
import org.reactiveserializer.reactor.ReactorMerge;
import org.reactiveserializer.rxjava3.RxMerge;
import reactor.core.publisher.Flux;

/**
 * The operators that are compared, each over a source of sources.
 */
enum Merger {
  /** This library. */
  MERGE {
    @Override
    void merge(
        Source<? extends Source<Integer>> sources, int concurrency, int prefetch, Tally last) {
      Merge.withDefaults()
          .concurrency(concurrency)
          .prefetch(prefetch)
          .flatMap(sources, source -> source)
          .subscribe(last);
    }
  },

  /** This library, sources that are added one by one. */
  DYNAMIC {
    @Override
    void merge(
        Source<? extends Source<Integer>> sources, int concurrency, int prefetch, Tally last) {
      DynamicMerge<Integer> merge =
          Merge.withDefaults().concurrency(concurrency).prefetch(prefetch).mergeDynamic();
      merge.subscribe(last);
      Flowable.fromPublisher(sources).blockingForEach(merge::add);
      merge.close();
    }
  },

  /** This library, by the bridge to RxJava. */
  RX_BRIDGE {
    @Override
    void merge(
        Source<? extends Source<Integer>> sources, int concurrency, int prefetch, Tally last) {
      Flowable.fromPublisher(sources)
          .compose(
              RxMerge.flatMap(
                  Merge.withDefaults().concurrency(concurrency).prefetch(prefetch),
                  source -> source))
          .subscribe(last);
    }
  },

  /** This library, by the bridge to Reactor. */
  REACTOR_BRIDGE {
    @Override
    void merge(
        Source<? extends Source<Integer>> sources, int concurrency, int prefetch, Tally last) {
      Flux.from(sources)
          .transform(
              ReactorMerge.flatMap(
                  Merge.withDefaults().concurrency(concurrency).prefetch(prefetch),
                  source -> source))
          .subscribe(last);
    }
  },

  /** This library, by the bridge to Mutiny. */
  MUTINY_BRIDGE {
    @Override
    void merge(
        Source<? extends Source<Integer>> sources, int concurrency, int prefetch, Tally last) {
      mutiny(sources, Merge.withDefaults().concurrency(concurrency).prefetch(prefetch))
          .subscribe()
          .withSubscriber(last);
    }
  },

  /** RxJava. */
  RXJAVA {
    @Override
    void merge(
        Source<? extends Source<Integer>> sources, int concurrency, int prefetch, Tally last) {
      Flowable.fromPublisher(sources)
          .flatMap(source -> source, false, concurrency, prefetch)
          .subscribe(last);
    }
  },

  /** Reactor. */
  REACTOR {
    @Override
    void merge(
        Source<? extends Source<Integer>> sources, int concurrency, int prefetch, Tally last) {
      Flux.from(sources).flatMap(source -> source, concurrency, prefetch).subscribe(last);
    }
  },

  /** Mutiny. */
  MUTINY {
    @Override
    void merge(
        Source<? extends Source<Integer>> sources, int concurrency, int prefetch, Tally last) {
      Multi.createFrom()
          .publisher(sources)
          .onItem()
          .<Integer>transformToMulti(source -> source)
          .withRequests(prefetch)
          .merge(concurrency)
          .subscribe()
          .withSubscriber(last);
    }
  };

  /** Subscribes {@code last} to the merged sources. */
  abstract void merge(
      Source<? extends Source<Integer>> sources, int concurrency, int prefetch, Tally last);

  /** Returns the constant for a label of the command line. */
  static Merger labelled(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT));
  }

  private static <P extends Source<Integer>> Multi<Integer> mutiny(
      Source<P> sources, Merge<Object> merge) {
    return Multi.createFrom().publisher(sources).plug(MutinyMerge.flatMap(merge, source -> source));
  }
}
