package org.reactiveserializer.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.AddedSource;
import org.reactiveserializer.Merge;
import org.reactiveserializer.support.DynamicMergeRules;
import org.reactiveserializer.support.Range;
import org.reactiveserializer.support.RecordingFlowSubscriber;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/** The merge of sources that come and go: the rules that all bridges share. */
class FlowDynamicMergeTest extends DynamicMergeRules {
  @Override
  protected Merge<Integer> any() {
    return super.any().onDiscard(discarded::add).onErrorDropped(dropped::add);
  }

  @Override
  protected Dynamic dynamic(Merge<Integer> settings, Consumer<Object> onDiscardSource) {
    DynamicPublisher<Integer> merge =
        FlowMerge.with(settings).<Integer>mergeDynamic(onDiscardSource::accept);
    return new Dynamic() {
      @Override
      public AddedSource add(Publisher<Integer> source) {
        return merge.add(flow(source));
      }

      @Override
      public AddedSource add(Publisher<Integer> source, Consumer<Throwable> onError) {
        return merge.add(flow(source), onError);
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

  private static <T> Flow.Publisher<T> flow(Publisher<T> raw) {
    return FlowAdapters.toFlowPublisher(raw)::subscribe;
  }

  @Test
  void theFactoriesWithoutAHookForSources() {
    FlowMerge<Integer> merge = FlowMerge.withDefaults();
    Flow.Publisher<Integer> range = flow(new Range(1, 2));
    DynamicPublisher<Integer> dynamic = merge.mergeDynamic();
    dynamic.add(range);
    dynamic.add(FlowAdapters.toFlowPublisher(new Range(1, 2)));
    dynamic.close();
    assertArrived(dynamic);
  }

  private static void assertArrived(Flow.Publisher<Integer> merged) {
    RecordingFlowSubscriber<Integer> end = new RecordingFlowSubscriber<>();
    end.record.onSubscribe(s -> s.request(Long.MAX_VALUE));
    merged.subscribe(end);
    assertEquals(List.of("subscribed", 1, 2, 1, 2, "completed"), end.record.signals());
  }

  @Test
  void theHookForSourcesGetsWhatWasAdded() {
    List<Object> unused = new ArrayList<>();
    DynamicPublisher<Integer> merge = FlowMerge.<Integer>withDefaults().mergeDynamic(unused::add);
    Flow.Publisher<Integer> source = flow(new Range(1, 2));
    merge.add(source).remove();
    assertSame(source, unused.get(0));
  }
}
