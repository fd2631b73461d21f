package org.reactiveserializer.rxjava3;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
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

/** The merge of sources that come and go: the rules that all bridges share. */
class RxDynamicMergeTest extends DynamicMergeRules {
  @BeforeEach
  void hook() {
    RxJavaPlugins.setErrorHandler(dropped::add);
  }

  @AfterEach
  void unhook() {
    RxJavaPlugins.setErrorHandler(null);
  }

  @Override
  protected Merge<Integer> any() {
    return super.any().onDiscard(discarded::add); // RxJava has no hook for discarded items
  }

  @Override
  protected Dynamic dynamic(Merge<Integer> settings, Consumer<Object> onDiscardSource) {
    DynamicFlowable<Integer> merge =
        RxMerge.with(settings).<Integer>mergeDynamic(onDiscardSource::accept);
    return new Dynamic() {
      @Override
      public AddedSource add(Publisher<Integer> source) {
        return merge.add(Flowable.fromPublisher(source));
      }

      @Override
      public AddedSource add(Publisher<Integer> source, Consumer<Throwable> onError) {
        return merge.add(Flowable.fromPublisher(source), onError);
      }

      @Override
      public boolean close() {
        return merge.close();
      }

      @Override
      public void subscribe(Subscriber<Integer> end) {
        merge.subscribe(end);
      }
    };
  }

  @Test
  void theFactoriesWithoutAHookForSources() {
    RxMerge<Integer> merge = RxMerge.withDefaults();
    Flowable<Integer> range = Flowable.range(1, 2);
    DynamicFlowable<Integer> dynamic = merge.mergeDynamic();
    dynamic.add(range);
    dynamic.close();
    assertEquals(List.of(1, 2), dynamic.toList().blockingGet());
  }
}
