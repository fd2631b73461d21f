package org.reactiveserializer.mutiny;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.smallrye.mutiny.Context;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.AddedSource;
import org.reactiveserializer.Merge;
import org.reactiveserializer.support.DynamicMergeRules;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/** The merge of sources that come and go: the rules that all bridges share. */
class MutinyDynamicMergeTest extends DynamicMergeRules {
  private static final Object KEY = new Object();

  @BeforeEach
  void hook() {
    Infrastructure.setDroppedExceptionHandler(dropped::add);
  }

  @AfterEach
  void unhook() {
    Infrastructure.resetDroppedExceptionHandler();
  }

  @Override
  protected Merge<Integer> any() {
    return super.any().onDiscard(discarded::add); // Mutiny has no hook for discarded items
  }

  @Override
  protected Dynamic dynamic(Merge<Integer> settings, Consumer<Object> onDiscardSource) {
    DynamicMulti<Integer> merge =
        MutinyMerge.with(settings).<Integer>mergeDynamic(onDiscardSource::accept);
    return new Dynamic() {
      @Override
      public AddedSource add(Publisher<Integer> source) {
        return merge.add(multi(source));
      }

      @Override
      public AddedSource add(Publisher<Integer> source, Consumer<Throwable> onError) {
        return merge.add(multi(source), onError);
      }

      @Override
      public boolean close() {
        return merge.close();
      }

      @Override
      public void subscribe(Subscriber<Integer> end) {
        merge.subscribe(FlowAdapters.toFlowSubscriber(end));
      }
    };
  }

  private static <T> Multi<T> multi(Publisher<T> raw) {
    return Multi.createFrom().safePublisher(FlowAdapters.toFlowPublisher(raw));
  }

  @Test
  void theContextReachesTheSourcesOfADynamicMerge() {
    DynamicMulti<String> merge = MutinyMerge.<String>withDefaults().mergeDynamic();
    merge.add(
        Multi.createFrom()
            .context(context -> Multi.createFrom().item(String.valueOf(context.<Object>get(KEY)))));
    merge.close();
    assertEquals(
        List.of("value"),
        merge.collect().asList().awaitUsing(Context.of(KEY, "value")).indefinitely());
  }
}
