package org.reactiveserializer.mutiny;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.smallrye.mutiny.Context;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.DynamicMerge;
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
  protected Publisher<Integer> source(Publisher<Integer> raw) {
    return FlowAdapters.toPublisher(multi(raw));
  }

  @Override
  protected void subscribe(DynamicMerge<Integer> merge, Subscriber<Integer> end) {
    MutinySerializer.multi(merge).subscribe(FlowAdapters.toFlowSubscriber(end));
  }

  private static <T> Multi<T> multi(Publisher<T> raw) {
    return Multi.createFrom().safePublisher(FlowAdapters.toFlowPublisher(raw));
  }

  @Test
  void theContextReachesTheSourcesOfADynamicMerge() {
    DynamicMerge<String> merge = Merge.<String>withDefaults().mergeDynamic();
    Multi<String> source =
        Multi.createFrom()
            .context(context -> Multi.createFrom().item(String.valueOf(context.<Object>get(KEY))));
    merge.add(FlowAdapters.toPublisher(source));
    merge.close();
    assertEquals(
        List.of("value"),
        MutinySerializer.multi(merge)
            .collect()
            .asList()
            .awaitUsing(Context.of(KEY, "value"))
            .indefinitely());
  }
}
