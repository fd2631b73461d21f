package org.reactiveserializer.start;

import org.reactiveserializer.Merge;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;

/** Uses no bridge. */
public final class CoreProgram {
  private CoreProgram() {}

  public static void main(String... arguments) {
    Received operated = new Received();
    Serializer.<Integer>withDefaults().serialize(new Pushing()).subscribe(operated);
    operated.report("core operator");

    SerialSink<Integer> sink = Serializer.<Integer>withDefaults().sink();
    Received emitted = new Received();
    sink.subscribe(emitted);
    Pushing.push(sink::tryEmit);
    sink.tryComplete();
    emitted.report("core sink");

    Received merged = new Received();
    Merge.withDefaults()
        .concurrency(1)
        .prefetch(Integer.MAX_VALUE)
        .of(new Pushing())
        .subscribe(merged);
    merged.report("core merge");
  }
}
