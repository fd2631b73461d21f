package org.reactiveserializer.stress;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.Merge;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.stress.Timeline.Emission;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** With respect to delivery, everything that serializes is a linearizable FIFO queue. */
@Tag("effort")
class OrderLincheckTest {
  @ParameterizedTest
  @ValueSource(classes = {Wrapped.class, Sunk.class, Bounded.class, Merged.class})
  void holdsInEveryInterleaving(Class<?> play) {
    Lincheck.assertHolds(play, Lincheck.outcomes(play));
  }

  /**
   * One thread emits several items in a row, so that it has a segment, the other one a single item. As
   * many items as it takes for that wait already, since only a task may deliver them.
   */
  public abstract static class Arrivals implements Subscriber<Emission> {
    private static final int WAITING = 9;
    private static final int IN_A_ROW = 3;

    private final Timeline timeline = new Timeline();
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final Consumer<Emission> left;
    private final Consumer<Emission> drain;

    Arrivals(Subject subject) {
      Sources sources = subject.of(this, tasks::add);
      left = sources.left;
      drain = sources.drain;
      for (int i = 0; i < WAITING; i++) {
        emit(drain);
      }
    }

    @Operation(nonParallelGroup = Scenarios.LEFT)
    public void several() {
      for (int i = 0; i < IN_A_ROW; i++) {
        emit(left);
      }
    }

    @Operation(nonParallelGroup = Scenarios.RIGHT)
    public void one() {
      emit(drain);
    }

    private void emit(Consumer<Emission> source) {
      Emission item = new Emission();
      timeline.begin(item);
      source.accept(item);
      timeline.end(item);
    }

    /** Checks the order when all threads are done. */
    @Validate
    public void check() {
      while (!tasks.isEmpty()) {
        tasks.remove().run();
      }
      if (timeline.missing() != 0 || timeline.overtakers() != 0) {
        throw new IllegalStateException(
            timeline.missing() + " missing, overtakers: " + timeline.overtakers());
      }
    }

    @Override
    public void onSubscribe(Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(Emission item) {
      timeline.deliver(item);
    }

    @Override
    public void onError(Throwable error) {
      throw new IllegalStateException(error);
    }

    @Override
    public void onComplete() {}
  }

  /** Makes what two threads call. */
  private interface Subject {
    Sources of(Subscriber<Emission> downstream, Executor tasks);
  }

  /** What two threads call. */
  private record Sources(Consumer<Emission> left, Consumer<Emission> drain) {
    static Sources of(Subscriber<Emission> serializer) {
      return new Sources(serializer::onNext, serializer::onNext);
    }

    static Sources of(SerialSink<Emission> sink, Subscriber<Emission> downstream) {
      sink.subscribe(downstream);
      return new Sources(sink::tryEmit, sink::tryEmit);
    }
  }

  /** The library's operator. */
  public static class Wrapped extends Arrivals {
    public Wrapped() {
      super(
          (downstream, tasks) ->
              Sources.of(Serializer.<Emission>withDefaults().deliverOn(tasks).wrap(downstream)));
    }
  }

  /** The library's sink. */
  public static class Sunk extends Arrivals {
    public Sunk() {
      super(
          (downstream, tasks) ->
              Sources.of(Serializer.<Emission>withDefaults().deliverOn(tasks).sink(), downstream));
    }
  }

  /** The library's sink, with a bound. */
  public static class Bounded extends Arrivals {
    public Bounded() {
      super(
          (downstream, tasks) ->
              Sources.of(
                  Serializer.<Emission>withDefaults()
                      .bounded(64, Overflow.ERROR)
                      .deliverOn(tasks)
                      .sink(),
                  downstream));
    }
  }

  /** The library's merge: in order of arrival, whatever the source. It has no tasks. */
  public static class Merged extends Arrivals {
    public Merged() {
      super(
          (downstream, tasks) -> {
            PushedSource<Emission> left = new PushedSource<>();
            PushedSource<Emission> drain = new PushedSource<>();
            Merge.<Emission>withDefaults().of(List.of(left, drain)).subscribe(downstream);
            return new Sources(left::emit, drain::emit);
          });
    }
  }
}
