package org.reactiveserializer.support;

import java.time.Duration;
import java.util.List;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Merge;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.SerialSubscriber;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.testing.Elsewhere;

/**
 * The first streams of a process: takes items, terminals and cancellations on as many ways as it
 * can, and then prints {@link #DONE}.
 */
public final class FirstStreams {
  /** The line at the end. */
  public static final String DONE = "all streams have ended";

  private FirstStreams() {}

  /** Runs the streams. */
  public static void main(String[] arguments) {
    List<Serializer<Integer>> all =
        List.of(
            Serializer.<Integer>withDefaults()
                .errors(ErrorMode.DELAYED)
                .onErrorDropped(error -> {}),
            Serializer.<Integer>withDefaults()
                .bounded(1, Overflow.DROP_OLDEST)
                .deliverOn(Elsewhere::run)
                .onErrorDropped(error -> {}),
            Serializer.<Integer>withDefaults()
                .bounded(1, Overflow.ERROR)
                .onErrorDropped(error -> {}));
    Merge<Integer> merge = Merge.<Integer>withDefaults().errors(ErrorMode.DELAYED);
    for (Serializer<Integer> settings : all) {
      sink(settings).tryComplete();
      sink(settings).tryFail(new IllegalStateException());
      SerialSubscriber<Integer> wrapped = settings.wrap(new RecordingSubscriber<>());
      wrapped.onSubscribe(new RecordingSubscription());
      wrapped.request(1);
      wrapped.onNext(1);
      wrapped.cancel();
      wrapped.onError(new IllegalStateException());
    }
    merge
        .of(sink(all.get(0)).asPublisher(), sink(all.get(1)).asPublisher())
        .subscribe(new RecordingSubscriber<>());
    System.out.println(DONE);
  }

  private static SerialSink<Integer> sink(Serializer<Integer> settings) {
    SerialSink<Integer> sink = settings.sink();
    sink.onCancel(() -> {});
    RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
    downstream.on(1, () -> Elsewhere.run(() -> many(sink)));
    sink.subscribe(downstream);
    many(sink);
    sink.emit(2, Duration.ofMillis(1));
    sink.stats();
    return sink;
  }

  private static void many(SerialSink<Integer> sink) {
    for (int item = 1; item <= 20; item++) {
      sink.tryEmit(item);
    }
  }
}
