package org.reactiveserializer.reactor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.AddedSource;
import org.reactiveserializer.Merge;
import org.reactiveserializer.support.OrderedMergeRules;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import reactor.core.Scannable.Attr;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;

/** The merges with an order of their own: the rules that all bridges share, and those of Reactor. */
class ReactorOrderedMergeTest extends OrderedMergeRules {
  private static final Object KEY = new Object();

  @BeforeEach
  void hook() {
    Hooks.onErrorDropped(dropped::add);
  }

  @AfterEach
  void unhook() {
    Hooks.resetOnErrorDropped();
  }

  @Override
  protected void eager(
      Merge<Integer> settings,
      Publisher<Publisher<Integer>> source,
      Consumer<Publisher<Integer>> onDiscardOuter,
      Subscriber<Integer> end) {
    Flux.from(source)
        .transform(
            ReactorMerge.with(settings)
                .<Publisher<Integer>, Integer>concatMappingEager(Flux::from, onDiscardOuter))
        .doOnDiscard(Integer.class, discarded::add)
        .subscribe(end);
  }

  @Override
  protected void priority(
      Merge<Integer> settings,
      Comparator<Integer> comparator,
      List<Publisher<Integer>> sources,
      Subscriber<Integer> end) {
    ReactorMerge.with(settings)
        .mergePriority(comparator, sources.stream().map(Flux::from).toList())
        .doOnDiscard(Integer.class, discarded::add)
        .subscribe(end);
  }

  @Override
  protected Dynamic dynamic(Merge<Integer> settings, Consumer<Object> onDiscardSource) {
    DynamicFlux<Integer> merge =
        ReactorMerge.with(settings).<Integer>mergeDynamic(onDiscardSource::accept);
    return new Dynamic() {
      @Override
      public AddedSource add(Publisher<Integer> source) {
        return merge.add(Flux.from(source));
      }

      @Override
      public AddedSource add(Publisher<Integer> source, Consumer<Throwable> onError) {
        return merge.add(Flux.from(source), onError);
      }

      @Override
      public boolean close() {
        return merge.close();
      }

      @Override
      public void subscribe(Subscriber<Integer> end) {
        merge.doOnDiscard(Integer.class, discarded::add).subscribe(end);
      }
    };
  }

  @Test
  void theContextReachesTheSourcesOfADynamicMerge() {
    Flux<Object> source = Flux.deferContextual(context -> Flux.just(context.<Object>get(KEY)));
    DynamicFlux<Object> merge = ReactorMerge.withDefaults().mergeDynamic();
    merge.add(source);
    merge.add(source);
    merge.close();
    assertEquals(
        List.of("value", "value"),
        merge.contextWrite(context -> context.put(KEY, "value")).collectList().block());
    assertEquals(32, merge.getPrefetch());
    assertEquals(32, merge.scan(Attr.PREFETCH));
  }

  @Test
  void theFactoriesWithoutAHookForSources() {
    ReactorMerge<Integer> merge = ReactorMerge.withDefaults();
    Flux<Integer> range = Flux.range(1, 2);
    assertEquals(
        List.of(1, 2, 1, 2),
        Flux.just(1, 2)
            .transform(merge.<Integer, Integer>concatMappingEager(i -> range))
            .collectList()
            .block());
    assertEquals(
        List.of(1, 2, 1, 2),
        merge.mergePriority(Comparator.naturalOrder(), range, range).collectList().block());
  }
}
