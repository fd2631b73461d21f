package org.reactiveserializer.start;

import org.reactiveserializer.Merge;
import org.reactiveserializer.SerializedSink;
import org.reactiveserializer.Serializer;

/** Uses no bridge. */
public final class CoreProgram {
  private CoreProgram() {}

  public static void main(String... arguments) {
    Received operated = new Received();
    Serializer.<Integer>unbounded().serialize(new Pushing()).subscribe(operated);
    operated.report("core operator");

    SerializedSink<Integer> sink = Serializer.<Integer>unbounded().sink();
    Received emitted = new Received();
    sink.subscribe(emitted);
    Pushing.push(sink::tryEmit);
    sink.tryComplete();
    emitted.report("core sink");

    Received merged = new Received();
    Merge.concurrency(1).prefetch(Integer.MAX_VALUE).of(new Pushing()).subscribe(merged);
    merged.report("core merge");
  }
}
