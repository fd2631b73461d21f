package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactiveserializer.StackTrial.OfMerge;
import org.reactiveserializer.StackTrial.OfOperator;
import org.reactiveserializer.StackTrial.OfSink;
import org.reactiveserializer.internal.engine.StackCheck;
import org.reactiveserializer.support.EndOfStack;
import org.reactiveserializer.support.Tap;
import org.reactiveserializer.testing.Elsewhere;

/**
 * A call at the end of the stack throws before it has published anything, or the stream ends: there are never two
 * owners, no item comes twice, and who calls next finds a stream that goes on, or has ended.
 */
@Tag("thorough")
class StackEndTest {
  /** With so many frames left no call overflows. */
  private static final int FRAMES = 600;

  private static final int STEP = 3;

  static Stream<Call<?>> calls() {
    Supplier<OfSink> sink = () -> new OfSink(s -> s.bounded(2, Overflow.DROP_NEWEST));
    Supplier<OfSink> evicting = () -> new OfSink(s -> s.bounded(2, Overflow.DROP_OLDEST));
    Supplier<OfSink> byTasks = () -> new OfSink(s -> s.deliverOn(OfSink.TASKS::add));
    return Stream.of(
        new Call<>("sink, delivers", sink, s -> s.start(9), s -> s.emit(StackTrial.ITEM)),
        new Call<>("sink, keeps", sink, s -> s.start(0), s -> s.emit(StackTrial.ITEM)),
        new Call<>("sink, refuses", sink, OfSink::startWithWaiter, s -> s.emit(StackTrial.ITEM)),
        new Call<>("sink, evicts", evicting, s -> s.start(0, 1, 2), s -> s.emit(StackTrial.ITEM)),
        new Call<>("sink, starts a task", byTasks, s -> s.start(9), s -> s.emit(StackTrial.ITEM)),
        new Call<>("sink, waits", sink, s -> s.start(0, 1, 2), s -> s.later(StackTrial.ITEM)),
        new Call<>("sink, completes", sink, s -> s.start(0), s -> s.sink.tryComplete()),
        new Call<>("sink, completes later", sink, s -> s.start(0, 1), s -> s.sink.tryComplete()),
        new Call<>("sink, fails", sink, s -> s.start(1, 1), s -> s.sink.tryFail(new Exception())),
        new Call<>("sink, requests", sink, OfSink::startWithWaiter, s -> s.request(3)),
        new Call<>("sink, cancels", sink, OfSink::startWithWaiter, StackTrial::cancel),
        new Call<>("sink, subscribes", sink, s -> s.emit(1), s -> s.sink.subscribe(s)),
        new Call<>("operator, delivers", OfOperator::new, s -> {}, s -> s.emit(StackTrial.ITEM)),
        new Call<>("operator, completes", OfOperator::new, s -> {}, s -> s.serialized.onComplete()),
        new Call<>("operator, requests", OfOperator::new, s -> {}, s -> s.request(1)),
        new Call<>("operator, cancels", OfOperator::new, s -> {}, StackTrial::cancel),
        new Call<>(
            "merge, delivers", OfMerge::new, s -> s.request(9), s -> s.emit(StackTrial.ITEM)),
        new Call<>("merge, keeps", OfMerge::new, s -> {}, s -> s.emit(StackTrial.ITEM)),
        new Call<>("merge, requests", OfMerge::new, s -> s.emit(1), s -> s.request(1)),
        new Call<>("merge, subscribes", OfMerge::new, s -> {}, s -> s.outer.next(Tap.named("c"))),
        new Call<>("merge, source ends", OfMerge::new, s -> s.emit(1), s -> s.a.complete()),
        new Call<>("merge, cancels", OfMerge::new, s -> s.emit(1), StackTrial::cancel));
  }

  static Stream<Call<?>> callsAfterASubscription() {
    return calls().filter(call -> call.prepare().subscription != null);
  }

  @ParameterizedTest
  @MethodSource("calls")
  void outsideASignal(Call<?> call) {
    call.prepare().call.run(); // classes are initialised here, and not where the stack ends
    for (int frames = 0; frames < FRAMES; frames += STEP) {
      StackTrial trial = call.prepare();
      trial.hunger = frames % 3 * 20;
      int left = frames;
      EndOfStack.onSmallStack(
          () ->
              trial.thrown = EndOfStack.thrownBy(trial.call, left)); // nothing else is near the end
      trial.checkElsewhere();
    }
  }

  /** The subscriber survives the error of the call, so the owner goes on. Another thread comes meanwhile. */
  @ParameterizedTest
  @MethodSource("callsAfterASubscription")
  void insideASignal(Call<?> call) {
    for (int frames = 0; frames < FRAMES; frames += STEP) {
      StackTrial trial = call.prepare();
      int left = frames;
      trial.inSignal =
          () -> {
            trial.thrown = EndOfStack.thrownBy(trial.call, left);
            Elsewhere.run(() -> trial.emit(89));
          };
      EndOfStack.onSmallStack(trial::trigger);
      trial.checkElsewhere();
    }
  }

  /** A producer beside an owner that finds no stack ends nothing; an owner that finds none discards its item. */
  @Test
  void anItemForWhichThereIsNoStack() {
    Set<Boolean> ended = new HashSet<>();
    Set<Integer> discarded = new HashSet<>();
    for (int frames = FRAMES; frames >= 0; frames -= STEP) {
      int left = frames;
      OfSink beside = evictingByWeight();
      beside.inSignal = () -> whenInVain(beside, left, () -> ended.add(beside.sink.isTerminated()));
      EndOfStack.onSmallStack(beside::trigger);
      OfSink owner = evictingByWeight();
      EndOfStack.onSmallStack(
          () -> whenInVain(owner, left, () -> discarded.add(owner.seen[StackTrial.ITEM])));
    }
    assertEquals(Set.of(false), ended);
    // In biased mode the word is promised to another thread, so this one asks while nothing has
    // happened.
    assertEquals(Set.of(BiasedMode.status().startsWith("on") ? 0 : 1), discarded);
  }

  private static OfSink evictingByWeight() {
    OfSink sink = new OfSink(s -> s.bounded(2, 9, item -> 1, Overflow.DROP_OLDEST));
    sink.start(0);
    return sink;
  }

  private static void whenInVain(OfSink trial, int frames, Runnable then) {
    Throwable thrown = EndOfStack.thrownBy(() -> trial.emit(StackTrial.ITEM), frames);
    if (thrown != null
        && thrown.getStackTrace()[0].getClassName().equals(StackCheck.class.getName())) {
      then.run();
    }
  }

  private record Call<S extends StackTrial>(
      String name, Supplier<S> stream, Consumer<S> before, Consumer<S> call) {
    StackTrial prepare() {
      S made = stream.get();
      before.accept(made);
      made.call = () -> call.accept(made);
      return made;
    }

    @Override
    public String toString() {
      return name;
    }
  }
}
