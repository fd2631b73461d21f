package org.reactiveserializer.start;

import io.smallrye.mutiny.Multi;
import org.reactiveserializer.mutiny.MutinySerializer;
import org.reactiveserializer.mutiny.SerializedEmitter;
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

    SerializedEmitter<Integer> emitter = MutinySerializer.emitter();
    Received emitted = new Received();
    emitter.toMulti().subscribe(FlowAdapters.toFlowSubscriber(emitted));
    Pushing.push(emitter::emit);
    emitter.complete();
    emitted.report("mutiny sink");
  }
}
