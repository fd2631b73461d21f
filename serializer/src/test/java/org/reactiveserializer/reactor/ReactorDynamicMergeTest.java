package org.reactiveserializer.reactor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.DynamicMerge;
import org.reactiveserializer.Merge;
import org.reactiveserializer.support.DynamicMergeRules;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import reactor.core.Scannable;
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
  protected Publisher<Integer> source(Publisher<Integer> raw) {
    return Flux.from(raw);
  }

  @Override
  protected void subscribe(DynamicMerge<Integer> merge, Subscriber<Integer> end) {
    ReactorSerializer.flux(merge).doOnDiscard(Integer.class, discarded::add).subscribe(end);
  }

  @Test
  void theContextReachesTheSourcesOfADynamicMerge() {
    Flux<Object> source = Flux.deferContextual(context -> Flux.just(context.<Object>get(KEY)));
    DynamicMerge<Object> merge = Merge.withDefaults().prefetch(32).mergeDynamic();
    Flux<Object> merged = ReactorSerializer.flux(merge);
    merge.add(source);
    merge.add(source);
    merge.close();
    assertEquals(
        List.of("value", "value"),
        merged.contextWrite(context -> context.put(KEY, "value")).collectList().block());
    assertEquals(32, merged.getPrefetch());
    assertEquals(32, Scannable.from(merged).scan(Attr.PREFETCH));
  }
}
