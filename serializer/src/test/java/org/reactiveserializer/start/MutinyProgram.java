package org.reactiveserializer.start;

import io.smallrye.mutiny.Multi;
import java.util.List;
import org.reactiveserializer.Merge;
import org.reactiveserializer.mutiny.MutinySerializer;
import org.reactiveserializer.mutiny.SerialEmitter;
import org.reactivestreams.FlowAdapters;

/** Uses the bridge to Mutiny. */
public final class MutinyProgram {
  private MutinyProgram() {}

  public static void main(String... arguments) {
    CoreProgram.main();
    run();
  }

  static void run() {
    Received operated = new Received();
    Multi.createFrom()
        .safePublisher(FlowAdapters.toFlowPublisher(new Pushing()))
        .plug(MutinySerializer.serialize())
        .subscribe(FlowAdapters.toFlowSubscriber(operated));
    operated.report("mutiny operator");

    SerialEmitter<Integer> emitter = MutinySerializer.emitter();
    Received emitted = new Received();
    emitter.toMulti().subscribe(FlowAdapters.toFlowSubscriber(emitted));
    Pushing.push(emitter::emit);
    emitter.complete();
    emitted.report("mutiny sink");

    Received merged = new Received();
    MutinySerializer.multi(
            Merge.withDefaults()
                .concurrency(1)
                .prefetch(Integer.MAX_VALUE)
                .ofFlow(
                    List.of(
                        Multi.createFrom()
                            .safePublisher(FlowAdapters.toFlowPublisher(new Pushing())))))
        .subscribe(FlowAdapters.toFlowSubscriber(merged));
    merged.report("mutiny merge");
  }
}
