package org.reactiveserializer.internal.operator;

import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.internal.drain.DrainLimit;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Runs every code path once, before the first stream is created, so that call sites are linked while
 * there is enough stack and heap. Linking takes more stack than a door asks for, and initialises
 * classes of the JDK, which stay unusable if the stack ends there. Or the first exception of a
 * program might be an {@link OutOfMemoryError}.
 *
 * <p>An object of this class is whatever a stream calls. There is no lambda: the first one of a
 * program takes ten milliseconds.
 */
final class Rehearsal
    implements Subscriber<Integer>, Subscription, Executor, Consumer<Object>, Runnable {
  private static final int LAST = 3;
  private static final int MANY = 20;

  private @Nullable SerialOperator<Integer> serial;
  private @Nullable SinkOperator<Integer> sink;
  private @Nullable Merger<Publisher<Integer>, Integer> merger;
  private boolean refuses;

  private Rehearsal() {}

  /** Runs every code path of serializers and sinks. */
  static void ofSerializers() {
    SerialSettings<Integer> unbounded =
        settings(SerialSettings.UNBOUNDED, Overflow.DROP_NEWEST, null);
    play(unbounded).onComplete();
    play(unbounded).onError(new Ended());
    play(unbounded).cancel();
    throwing(play(unbounded), LAST);
    play(settings(1, Overflow.ERROR, null)).onComplete();
    new Rehearsal().sink(false, false);
    new Rehearsal().sink(false, true);
    new Rehearsal().sink(true, false);
    new Rehearsal().sink(true, true);
    new Rehearsal().wait(false);
    new Rehearsal().wait(true);
  }

  private static SerialSettings<Integer> settings(
      int capacity, Overflow overflow, @Nullable DrainLimit limit) {
    return new SerialSettings<>(capacity, overflow, ErrorMode.DELAYED, limit, hooks());
  }

  private static Hooks<Integer> hooks() {
    Rehearsal hook = new Rehearsal();
    return new Hooks<>(hook, hook);
  }

  /** Returns a serializer that has delivered an item, alone and with others behind it. */
  private static SerialOperator<Integer> play(SerialSettings<Integer> settings) {
    Rehearsal downstream = new Rehearsal();
    SerialOperator<Integer> serial = new SerialOperator<>(settings, downstream);
    serial.drain.rehearse();
    downstream.serial = serial;
    serial.onSubscribe(downstream);
    throwing(serial, 0);
    return serial;
  }

  private static void throwing(SerialOperator<Integer> serial, Integer item) {
    try {
      serial.onNext(item);
    } catch (Ended expected) {
      serial.onNext(0);
      serial.onError(expected);
    }
  }

  private void sink(boolean refusing, boolean tasksOnly) {
    refuses = refusing;
    DrainLimit limit = new DrainLimit(1, this, tasksOnly);
    SinkOperator<Integer> played = new SinkOperator<>(settings(1, Overflow.DROP_OLDEST, limit));
    played.drain.rehearse();
    played.emit(1);
    played.emit(2);
    played.emit(2, 1);
    sink = played;
    played.admit(this);
    played.request(2);
    played.emit(4);
    played.end();
    played.request(0);
    played.emit(5);
    played.cancel();
  }

  /** Waits for room in every way. */
  private void wait(boolean refusing) {
    refuses = refusing;
    SinkOperator<Integer> full =
        new SinkOperator<>(settings(1, Overflow.DROP_NEWEST, null).answering(this));
    full.drain.rehearse();
    full.emitNow(1);
    full.emitNow(2);
    full.emitLater(2);
    full.emitLater(3).toCompletableFuture().cancel(false);
    full.whenRoom(this);
    full.emit(4, 1);
    full.admit(this);
    full.request(9);
    full.emitLater(5);
    full.emitNow(6);
    full.emitNow(7);
    full.emitLater(7);
    full.whenRoom(this);
    full.cancel();
  }

  /** Runs every code path of a merge. */
  static void ofMerges() {
    MergeSettings<Integer> settings = new MergeSettings<>(1, 1, ErrorMode.DELAYED, hooks());
    play(settings.eager());
    play(settings.ranked(new Least()));
    play(settings.removable());
    Additions<Integer> additions = new Additions<>(hooks(), null);
    additions.start(
        new Merger<>(settings.removable(), additions, additions.outerHooks(), new Rehearsal()));
    additions.add(new Elements<>(List.of(1, 2)), null).remove();
    additions.close();
    additions.add(new Elements<>(List.of(1)), null);
    Merger<Publisher<Integer>, Integer> played = play(settings);
    DelayedError delayed = new DelayedError();
    delayed.add(new Ended());
    delayed.add(new Ended());
    delayed.take(Hooks.none(), played);
  }

  private static Merger<Publisher<Integer>, Integer> play(MergeSettings<Integer> settings) {
    Rehearsal downstream = new Rehearsal();
    Merger<Publisher<Integer>, Integer> played =
        new Merger<Publisher<Integer>, Integer>(settings, new Same(), downstream);
    played.drain.rehearse();
    downstream.merger = played;
    played.start(new Elements<>(List.of(new Elements<>(List.of(1, 2)))));
    played.cancel();
    return played;
  }

  /** While this thread is the owner, emits something, so that it is handed over. */
  @Override
  public void onSubscribe(Subscription subscription) {
    subscription.request(1);
    if (sink != null) {
      sink.emit(2);
    }
    if (merger != null) {
      merger.onNext(new Elements<>(List.of(1, 2)));
    }
  }

  /**
   * Emits more items at item 0 of a serializer, so that they are handed over. Throws at
   * {@link #LAST}.
   */
  @Override
  public void onNext(Integer item) {
    if (serial != null && item == 0) {
      for (int i = 0; i < MANY; i++) {
        serial.onNext(1); // the first ones singly, the others in a segment
      }
    } else if (item == LAST) {
      throw new Ended();
    }
  }

  @Override
  public void onError(Throwable error) {}

  @Override
  public void onComplete() {}

  @Override
  public void request(long n) {}

  @Override
  public void cancel() {}

  @Override
  public void run() {}

  @Override
  public void execute(Runnable task) {
    if (refuses) {
      throw new Ended();
    }
    task.run();
  }

  @Override
  public void accept(Object discardedOrDropped) {}

  private static final class Same implements Function<Publisher<Integer>, Publisher<Integer>> {
    @Override
    public Publisher<Integer> apply(Publisher<Integer> inner) {
      return inner;
    }
  }

  private static final class Least implements Comparator<Integer> {
    @Override
    public int compare(Integer one, Integer other) {
      return one - other;
    }
  }

  private static final class Ended extends RuntimeException {
    private static final long serialVersionUID = 1;

    Ended() {
      super(null, null, false, false);
    }
  }
}
