package org.reactiveserializer.internal.operator;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.right.DrainLimit;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Runs every code path once, before the first serializer is created, so that classes are
 * initialised and call sites are linked while there is enough stack and heap. Otherwise the first
 * hand-over of a program might happen deep in a recursion, and a class whose initialisation
 * overflows the stack stays unusable for the life of the virtual machine. Or the first exception
 * might be an {@link OutOfMemoryError}.
 */
public final class Rehearsal implements Subscriber<Integer>, Subscription {
  private static final int LAST = 3;
  private static final int MANY = 20;

  private @Nullable SerialOperator<Integer> emitter;
  private Runnable first = () -> {};

  private Rehearsal() {}

  /** Runs every code path of serializers and sinks. */
  public static void run() {
    SerialSettings<Integer> unbounded =
        settings(SerialSettings.UNBOUNDED, Overflow.DROP_NEWEST, null);
    play(unbounded, SerialOperator::onComplete);
    play(unbounded, emitter -> emitter.onError(new Ended()));
    play(unbounded, SerialOperator::cancel);
    play(unbounded, emitter -> emitter.onNext(LAST));
    play(settings(1, Overflow.ERROR, null), SerialOperator::onComplete);
    Executor refusing =
        task -> {
          throw new Ended();
        };
    sink(Runnable::run, false);
    sink(Runnable::run, true);
    sink(refusing, false);
    sink(refusing, true);
  }

  private static SerialSettings<Integer> settings(
      int capacity, Overflow whenFull, @Nullable DrainLimit limit) {
    return new SerialSettings<>(
        capacity, whenFull, ErrorMode.DELAYED, limit, new Hooks<>(discarded -> {}, dropped -> {}));
  }

  private static void play(
      SerialSettings<Integer> settings, Consumer<SerialOperator<Integer>> end) {
    Rehearsal downstream = new Rehearsal();
    SerialOperator<Integer> emitter = new SerialOperator<>(settings, downstream);
    emitter.right.rehearse();
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

  /** Runs also those of a merge. */
  public static void merge() {
    run();
    Rehearsal downstream = new Rehearsal();
    Merger<Publisher<Integer>, Integer> merger =
        new Merger<>(
            new MergeSettings<>(
                1, 1, ErrorMode.DELAYED, new Hooks<>(discarded -> {}, dropped -> {})),
            inner -> inner,
            downstream);
    merger.right.rehearse();
    Publisher<Integer> inner = new Elements<>(List.of(1, 2));
    downstream.first = () -> merger.onNext(inner); // while this thread is the owner
    merger.start(new Elements<>(List.of(inner)));
    merger.cancel();
    DelayedError delayed = new DelayedError();
    delayed.add(new Ended());
    delayed.add(new Ended());
    delayed.take(Hooks.none());
  }

  private static void sink(Executor executor, boolean tasksOnly) {
    SinkOperator<Integer> sink =
        new SinkOperator<>(
            settings(1, Overflow.DROP_OLDEST, new DrainLimit(1, executor, tasksOnly)));
    sink.right.rehearse();
    sink.emit(1);
    sink.emit(2);
    sink.emit(2, 1);
    Rehearsal downstream = new Rehearsal();
    downstream.first = () -> sink.emit(2); // while this thread is the owner
    sink.admit(downstream);
    sink.request(2);
    sink.emit(4);
    sink.end();
    sink.request(0);
    sink.emit(5);
    sink.cancel();
  }

  /**
   * Emits more items at item 0 of a serializer, so that they are handed over. Throws at
   * {@link #LAST}.
   */
  @Override
  public void onNext(Integer item) {
    if (emitter != null && item == 0) {
      for (int i = 0; i < MANY; i++) {
        emitter.onNext(1); // the first ones singly, the others in a run
      }
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
