package org.reactiveserializer.reactor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.AddedSource;
import org.reactiveserializer.Merge;
import org.reactiveserializer.support.DynamicMergeRules;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import reactor.core.Scannable.Attr;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;

/** The merge of sources that come and go: the rules that all bridges share, and those of Reactor. */
class ReactorDynamicMergeTest extends DynamicMergeRules {
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
}
