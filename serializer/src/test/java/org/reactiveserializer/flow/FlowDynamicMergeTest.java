package org.reactiveserializer.flow;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.DynamicMerge;
import org.reactiveserializer.Merge;
import org.reactiveserializer.internal.operator.Inner;
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
  protected Publisher<Integer> source(Publisher<Integer> raw) {
    return FlowAdapters.toPublisher(flow(raw));
  }

  @Override
  protected void subscribe(DynamicMerge<Integer> merge, Subscriber<Integer> end) {
    FlowSerializer.publisher(merge).subscribe(FlowAdapters.toFlowSubscriber(end));
  }

  private static <T> Flow.Publisher<T> flow(Publisher<T> raw) {
    return FlowAdapters.toFlowPublisher(raw)::subscribe;
  }

  @Test
  void theHookForSourcesGetsWhatWasAdded() {
    List<Object> unused = new ArrayList<>();
    DynamicMerge<Integer> merge = Merge.<Integer>withDefaults().mergeDynamic(unused::add);
    Publisher<Integer> source = source(new Range(1, 2));
    merge.add(source).remove();
    assertSame(source, unused.get(0));
  }

  @Test
  void noAdapterStandsBetweenASourceAndTheMerge() {
    List<Object> subscribers = new ArrayList<>();
    Flow.Publisher<Integer> source = subscribers::add;
    DynamicMerge<Integer> merge = Merge.<Integer>withDefaults().mergeDynamic();
    merge.add(FlowAdapters.toPublisher(source));
    FlowSerializer.publisher(merge).subscribe(new RecordingFlowSubscriber<>());
    assertInstanceOf(Inner.class, subscribers.get(0));
  }
}
