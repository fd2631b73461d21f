package org.reactiveserializer.internal.operator;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.emission.EmissionRight;
import org.reactiveserializer.internal.emission.Hooks;
import org.reactiveserializer.internal.emission.Termination;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Goes every way once, before the first serializer is made. So classes are initialised and call
 * sites linked while there is stack and heap to do it. The first hand-over of a program may come in
 * the depth of a recursion, and a class whose initialisation overflows is broken for the life of
 * the virtual machine; the first throw may be an {@link OutOfMemoryError}.
 */
public final class Rehearsal implements Subscriber<Integer>, Subscription {
  private static final int LAST = 3;

  private @Nullable SerialEmitter<Integer> emitter;
  private Runnable first = () -> {};

  private Rehearsal() {}

  /** Goes every way. */
  public static void run() {
    play(SerialEmitter::onComplete);
    play(emitter -> emitter.onError(new Ended()));
    play(SerialEmitter::cancel);
    play(emitter -> emitter.onNext(LAST));
  }

  private static void play(Consumer<SerialEmitter<Integer>> end) {
    Rehearsal downstream = new Rehearsal();
    SerialEmitter<Integer> emitter =
        new SerialEmitter<>(
            EmissionRight.rehearsing(),
            Termination.delayed(),
            downstream,
            new Hooks<>(discarded -> {}, dropped -> {}));
    downstream.emitter = emitter;
    emitter.onSubscribe(downstream);
    try {
      emitter.onNext(0);
      end.accept(emitter);
    } catch (Ended expected) {
      // thrown below
    }
    emitter.onNext(0);
    emitter.onError(new Ended());
  }

  /** Goes those of a merge. */
  public static void merge() {
    run();
    Rehearsal downstream = new Rehearsal();
    Merger<Publisher<Integer>, Integer> merger =
        new Merger<>(
            EmissionRight.rehearsing(),
            new MergeSettings<>(1, 1, true, new Hooks<>(discarded -> {}, dropped -> {})),
            inner -> inner,
            downstream);
    Publisher<Integer> inner = new Elements<>(List.of(1, 2));
    downstream.first = () -> merger.onNext(inner); // while this thread emits
    merger.start(new Elements<>(List.of(inner)));
    merger.cancel();
  }

  /** Brings two more for the first, so that they are handed over; throws at the last. */
  @Override
  public void onNext(Integer item) {
    if (emitter != null && item == 0) {
      emitter.onNext(1);
      emitter.onNext(2);
    } else if (item == LAST) {
      throw new Ended();
    }
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    subscription.request(1);
    first.run();
  }

  @Override
  public void onError(Throwable error) {}

  @Override
  public void onComplete() {}

  @Override
  public void request(long n) {}

  @Override
  public void cancel() {}

  private static final class Ended extends RuntimeException {
    private static final long serialVersionUID = 1;

    Ended() {
      super(null, null, false, false);
    }
  }
}
