package org.reactiveserializer.stress.support;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.reactiveserializer.DynamicMerge;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Merge;
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.operator.DelayedError;
import org.reactiveserializer.internal.operator.Elements;
import org.reactiveserializer.internal.operator.MergeSettings;
import org.reactiveserializer.internal.operator.Merger;
import org.reactiveserializer.internal.waiting.Demand;
import org.reactivestreams.Publisher;

/** Merges of the library, or composed in the same way with a broken part. */
public interface Merges {
  /** Merges a list of sources. */
  Publisher<Item> of(List<Publisher<Item>> sources);

  /** Merges published sources. */
  Publisher<Item> merge(Publisher<Publisher<Item>> sources);

  /** Merges the sources that {@code mapper} returns for the numbers. */
  Publisher<Item> flatMap(Publisher<Integer> numbers, Function<Integer, Publisher<Item>> mapper);

  /** Returns the library's merges, through the public API. */
  static Merges sound(int concurrency, int prefetch, ErrorMode mode, Fates outcomes) {
    return of(
        Merge.<Item>withDefaults()
            .concurrency(concurrency)
            .prefetch(prefetch)
            .errors(mode)
            .onDiscard(outcomes::discard)
            .onErrorDropped(outcomes::drop));
  }

  /** Returns merges with a broken state. */
  static Maker broken(Supplier<DrainState> drain) {
    return broken(drain, settings -> settings);
  }

  /** Returns merges with other settings and a broken state. */
  static Maker broken(Supplier<DrainState> drain, UnaryOperator<MergeSettings<Item>> change) {
    return (concurrency, prefetch, mode, outcomes) -> {
      MergeSettings<Item> settings =
          change.apply(new MergeSettings<>(concurrency, prefetch, mode, outcomes.hooks()));
      return new Merges() {
        @Override
        public Publisher<Item> of(List<Publisher<Item>> sources) {
          return merge(new Elements<>(sources));
        }

        @Override
        public Publisher<Item> merge(Publisher<Publisher<Item>> sources) {
          return of(sources, source -> source);
        }

        @Override
        public Publisher<Item> flatMap(
            Publisher<Integer> numbers, Function<Integer, Publisher<Item>> mapper) {
          return of(numbers, mapper);
        }

        private <S> Publisher<Item> of(Publisher<S> outer, Function<S, Publisher<Item>> mapper) {
          return downstream ->
              new Merger<>(
                      drain.get(),
                      new Demand(),
                      settings.inners(),
                      new DelayedError(),
                      settings,
                      mapper,
                      Hooks.none(),
                      downstream)
                  .start(outer);
        }
      };
    };
  }

  /** Returns merges with broken hooks. */
  static Maker broken(Function<Fates, Hooks<Item>> defect) {
    return (concurrency, prefetch, mode, outcomes) -> {
      Hooks<Item> hooks = defect.apply(outcomes);
      return of(
          Merge.<Item>withDefaults()
              .concurrency(concurrency)
              .prefetch(prefetch)
              .errors(mode)
              .onDiscard(hooks::discard)
              .onErrorDropped(hooks.onErrorDropped()));
    };
  }

  /** Returns merges with a broken publisher between them and their downstream. */
  static Maker behind(UnaryOperator<Publisher<Item>> defect) {
    return (concurrency, prefetch, mode, outcomes) -> {
      Merges sound = sound(concurrency, prefetch, mode, outcomes);
      return new Merges() {
        @Override
        public Publisher<Item> of(List<Publisher<Item>> sources) {
          return defect.apply(sound.of(sources));
        }

        @Override
        public Publisher<Item> merge(Publisher<Publisher<Item>> sources) {
          return defect.apply(sound.merge(sources));
        }

        @Override
        public Publisher<Item> flatMap(
            Publisher<Integer> numbers, Function<Integer, Publisher<Item>> mapper) {
          return defect.apply(sound.flatMap(numbers, mapper));
        }
      };
    };
  }

  private static Merges of(Merge<Item> merge) {
    return new Merges() {
      @Override
      public Publisher<Item> of(List<Publisher<Item>> sources) {
        return merge.of(sources);
      }

      @Override
      public Publisher<Item> merge(Publisher<Publisher<Item>> sources) {
        return merge.merge(sources);
      }

      @Override
      public Publisher<Item> flatMap(
          Publisher<Integer> numbers, Function<Integer, Publisher<Item>> mapper) {
        return merge.flatMap(numbers, mapper);
      }
    };
  }

  /** Returns merges whose sources are added, half of them before the subscriber has come. */
  static Maker dynamic() {
    return (concurrency, prefetch, mode, outcomes) -> {
      Merges sound = sound(concurrency, prefetch, mode, outcomes);
      Merge<Item> merge =
          Merge.<Item>withDefaults()
              .concurrency(concurrency)
              .prefetch(prefetch)
              .errors(mode)
              .onDiscard(outcomes::discard)
              .onErrorDropped(outcomes::drop);
      return new Merges() {
        @Override
        public Publisher<Item> of(List<Publisher<Item>> sources) {
          return downstream -> {
            DynamicMerge<Item> dynamic = merge.mergeDynamic();
            int early = sources.size() / 2;
            sources.subList(0, early).forEach(dynamic::add);
            dynamic.subscribe(downstream);
            sources.subList(early, sources.size()).forEach(dynamic::add);
            dynamic.close();
          };
        }

        @Override
        public Publisher<Item> merge(Publisher<Publisher<Item>> sources) {
          return sound.merge(sources);
        }

        @Override
        public Publisher<Item> flatMap(
            Publisher<Integer> numbers, Function<Integer, Publisher<Item>> mapper) {
          return sound.flatMap(numbers, mapper);
        }
      };
    };
  }

  /** Creates merges with given settings. */
  @FunctionalInterface
  interface Maker {
    /** Creates merges with the hooks of {@code outcomes}. */
    Merges make(int concurrency, int prefetch, ErrorMode mode, Fates outcomes);
  }
}
