package org.reactiveserializer.start;

import java.util.List;
import org.reactiveserializer.Merge;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.flow.FlowSerializer;
import org.reactivestreams.FlowAdapters;

/** Uses the bridge to the JDK. */
public final class FlowProgram {
  private FlowProgram() {}

  public static void main(String... arguments) {
    CoreProgram.main();
    run();
  }

  static void run() {
    Received operated = new Received();
    FlowSerializer.serialize(FlowAdapters.toFlowPublisher(new Pushing()))
        .subscribe(FlowAdapters.toFlowSubscriber(operated));
    operated.report("flow operator");

    SerialSink<Integer> sink = Serializer.<Integer>withDefaults().sink();
    Received emitted = new Received();
    FlowSerializer.publisher(sink).subscribe(FlowAdapters.toFlowSubscriber(emitted));
    Pushing.push(sink::tryEmit);
    sink.tryComplete();
    emitted.report("flow sink");

    Received merged = new Received();
    FlowSerializer.publisher(
            Merge.withDefaults()
                .concurrency(1)
                .prefetch(Integer.MAX_VALUE)
                .ofFlow(List.of(FlowAdapters.toFlowPublisher(new Pushing()))))
        .subscribe(FlowAdapters.toFlowSubscriber(merged));
    merged.report("flow merge");
  }
}
