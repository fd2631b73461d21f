package org.reactiveserializer.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.stress.support.Failure;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.PlainProbe;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.Scene;

/** Interleavings that are too rare to occur by chance, forced by a drain state that calls back. */
class ExactlyOneOutcomeTest {
  private final Item before = new Item(0, 1);
  private final Item entering = new Item(0, 2);
  private final Item accepted = new Item(1, 2);
  private final PlainProbe probe =
      new PlainProbe(2, Reactions.failAt(2, new Failure("thrown by the downstream")));
  private final Between between = new Between();
  private final Scene scene = Scene.broken(between, ErrorMode.IMMEDIATE, probe);

  @Test
  void anItemThatIsAcceptedJustBeforeTheDownstreamThrowsIsDiscarded() {
    scene.next(before); // from now on items are delivered by their thread
    between.whenEntered = () -> scene.next(accepted);

    scene.next(entering);

    assertEquals(1, probe.deliveries(entering));
    assertEquals(0, probe.misfates(before, entering, accepted));
  }

  @Test
  void anItemThatEntersJustBeforeTheEndIsDiscardedIfTheDownstreamThrows() {
    scene.next(before);
    between.whenEntered =
        () -> {
          scene.next(accepted);
          scene.complete();
        };

    scene.next(entering);

    assertEquals(
        1,
        probe.deliveries(accepted),
        "a thread that finds the end signalled must make a pass first");
    assertEquals(0, probe.misfates(before, entering, accepted));
  }

  /** Calls back just after a thread has acquired ownership. */
  private static final class Between extends DrainState {
    private Runnable whenEntered = () -> {};

    @Override
    public @Nullable Object enter() {
      Object entry = super.enter();
      if (entry != null) {
        Runnable once = whenEntered;
        whenEntered = () -> {};
        once.run();
      }
      return entry;
    }
  }
}
