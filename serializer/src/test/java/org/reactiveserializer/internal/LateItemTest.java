package org.reactiveserializer.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactiveserializer.internal.drain.DrainLoop;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.ending.Termination;
import org.reactiveserializer.internal.operator.SerialOperator;
import org.reactiveserializer.support.RecordingSubscriber;

/**
 * Once an item of a thread was refused since the stream ends, no later item of that thread is
 * delivered. That holds also while the thread that ends the stream is suspended between publishing
 * the end and signalling it, so that no pass is requested. The test is that thread: it publishes
 * the end itself.
 */
class LateItemTest {
  private final Termination termination = Termination.delayed();
  private final RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
  private final List<Integer> discarded = new ArrayList<>();
  private final SerialOperator<Integer> emitter =
      new SerialOperator<>(
          DrainLoop.newDrainState(),
          termination,
          downstream,
          new Hooks<>(discarded::add, error -> {}));

  static List<Named<Consumer<Termination>>> ends() {
    return List.of(
        Named.of("completion", Termination::complete),
        Named.of("error", recorded -> recorded.fail(new Exception())),
        Named.of("cancellation", Termination::cancel));
  }

  @ParameterizedTest
  @MethodSource("ends")
  void nothingFollowsALateItem(Consumer<Termination> end) {
    downstream.on(
        1,
        () -> {
          end.accept(termination);
          emitter.onNext(2); // late, found when it would be handed over, as there is an owner
          emitter.onNext(3);
        });
    emitter.onNext(1);
    assertEquals(List.of(2, 3), discarded);

    emitter.onNext(4); // would be delivered on the fast path if the word were idle

    assertEquals(List.of(1), items());
    assertEquals(List.of(2, 3, 4), discarded);
  }

  /**
   * A thread that has learned of the end by an answer must not see a later item of its own
   * delivered.
   */
  @ParameterizedTest
  @MethodSource("ends")
  void aThreadThatEntersActsOnAnUnsignalledEnd(Consumer<Termination> end) {
    emitter.onNext(1);
    emitter.mustPassFirst = true;
    end.accept(termination);

    emitter.onNext(2);

    assertEquals(List.of(1), items());
    assertEquals(List.of(2), discarded);
    assertEquals(
        Termination.End.CANCELLED == termination.end() ? 2 : 3, downstream.signals().size());
  }

  private List<Object> items() {
    return downstream.signals().stream().filter(Integer.class::isInstance).toList();
  }
}
