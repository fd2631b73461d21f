package org.reactiveserializer.start;

import io.reactivex.rxjava3.core.Flowable;
import java.util.List;
import org.reactiveserializer.Merge;
import org.reactiveserializer.rxjava3.RxSerializer;
import org.reactiveserializer.rxjava3.SerialProcessor;

/** Uses the bridge to RxJava. */
public final class RxProgram {
  private RxProgram() {}

  public static void main(String... arguments) {
    CoreProgram.main();
    run();
  }

  static void run() {
    Received operated = new Received();
    Flowable.fromPublisher(new Pushing()).compose(RxSerializer.serialize()).subscribe(operated);
    operated.report("rxjava3 operator");

    SerialProcessor<Integer> processor = RxSerializer.processor();
    Received emitted = new Received();
    processor.subscribe(emitted);
    Pushing.push(processor::onNext);
    processor.onComplete();
    emitted.report("rxjava3 sink");

    Received merged = new Received();
    RxSerializer.flowable(
            Merge.withDefaults()
                .concurrency(1)
                .prefetch(Integer.MAX_VALUE)
                .of(List.of(Flowable.fromPublisher(new Pushing()))))
        .subscribe(merged);
    merged.report("rxjava3 merge");
  }
}
