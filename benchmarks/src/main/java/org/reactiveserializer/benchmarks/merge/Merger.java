package org.reactiveserializer.benchmarks.merge;

import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.Locale;
import org.reactiveserializer.DynamicMerge;
import org.reactiveserializer.Merge;
import org.reactiveserializer.mutiny.MutinySerializer;
import org.reactiveserializer.reactor.ReactorSerializer;
import org.reactiveserializer.rxjava3.RxSerializer;
import reactor.core.publisher.Flux;

/** The operators that are compared, each over a source of sources. */
enum Merger {
  /** This library. */
  MERGE(
      (sources, limits, last) -> limits.ours().flatMap(sources, source -> source).subscribe(last)),

  /** This library, sources that are added one by one. */
  DYNAMIC(
      (sources, limits, last) -> {
        DynamicMerge<Integer> merge = limits.ours().mergeDynamic();
        merge.subscribe(last);
        Flowable.fromPublisher(sources).blockingForEach(merge::add);
        merge.close();
      }),

  /** This library, by the bridge to RxJava. */
  RX_BRIDGE(
      (sources, limits, last) ->
          Flowable.fromPublisher(sources)
              .compose(
                  items -> RxSerializer.flowable(limits.ours().flatMap(items, source -> source)))
              .subscribe(last)),

  /** This library, by the bridge to Reactor. */
  REACTOR_BRIDGE(
      (sources, limits, last) ->
          Flux.from(sources)
              .transform(
                  items -> ReactorSerializer.flux(limits.ours().flatMap(items, source -> source)))
              .subscribe(last)),

  /** This library, by the bridge to Mutiny. */
  MUTINY_BRIDGE(
      (sources, limits, last) -> mutiny(sources, limits.ours()).subscribe().withSubscriber(last)),

  /** RxJava. */
  RXJAVA(
      (sources, limits, last) ->
          Flowable.fromPublisher(sources)
              .flatMap(source -> source, false, limits.concurrency, limits.prefetch)
              .subscribe(last)),

  /** Reactor. */
  REACTOR(
      (sources, limits, last) ->
          Flux.from(sources)
              .flatMap(source -> source, limits.concurrency, limits.prefetch)
              .subscribe(last)),

  /** Mutiny. */
  MUTINY(
      (sources, limits, last) ->
          Multi.createFrom()
              .publisher(sources)
              .onItem()
              .<Integer>transformToMulti(source -> source)
              .withRequests(limits.prefetch)
              .merge(limits.concurrency)
              .subscribe()
              .withSubscriber(last));

  private final Operator operator;

  Merger(Operator operator) {
    this.operator = operator;
  }

  /** Subscribes {@code last} to the merged sources. */
  void merge(Source<? extends Source<Integer>> sources, int concurrency, int prefetch, Tally last) {
    operator.merge(sources, new Limits(concurrency, prefetch), last);
  }

  /** Returns the constant for a label of the command line. */
  static Merger labelled(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT));
  }

  private static <P extends Source<Integer>> Multi<Integer> mutiny(
      Source<P> sources, Merge<Object> merge) {
    return Multi.createFrom()
        .publisher(sources)
        .plug(items -> MutinySerializer.multi(merge.flatMapFlow(items, source -> source)));
  }

  private interface Operator {
    void merge(Source<? extends Source<Integer>> sources, Limits limits, Tally last);
  }

  private record Limits(int concurrency, int prefetch) {
    Merge<Object> ours() {
      return Merge.withDefaults().concurrency(concurrency).prefetch(prefetch);
    }
  }
}
