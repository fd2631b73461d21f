package org.reactiveserializer.start;

import java.util.List;
import org.reactiveserializer.Merge;
import org.reactiveserializer.reactor.ReactorSerializer;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

/** Uses the bridge to Reactor. */
public final class ReactorProgram {
  private ReactorProgram() {}

  public static void main(String... arguments) {
    CoreProgram.main();
    run();
  }

  static void run() {
    Received operated = new Received();
    Flux.from(new Pushing()).transform(ReactorSerializer.serialize()).subscribe(operated);
    operated.report("reactor operator");

    Sinks.Many<Integer> sink = ReactorSerializer.many();
    Received emitted = new Received();
    sink.asFlux().subscribe(emitted);
    Pushing.push(item -> sink.tryEmitNext(item).orThrow());
    sink.tryEmitComplete().orThrow();
    emitted.report("reactor sink");

    Received merged = new Received();
    ReactorSerializer.flux(
            Merge.withDefaults()
                .concurrency(1)
                .prefetch(Integer.MAX_VALUE)
                .of(List.of(Flux.from(new Pushing()))))
        .subscribe(merged);
    merged.report("reactor merge");
  }
}
