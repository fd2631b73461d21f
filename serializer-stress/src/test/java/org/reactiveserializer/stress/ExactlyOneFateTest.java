package org.reactiveserializer.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.internal.emission.EmissionRight;
import org.reactiveserializer.stress.support.Failure;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.PlainProbe;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.Scene;

/** Interleavings too rare to be met by chance, brought about by a right that calls back. */
class ExactlyOneFateTest {
  @Test
  void anItemThatIsAcceptedJustBeforeTheEndIsDiscardedIfTheDownstreamThrows() {
    Item first = new Item(0, 1);
    Item accepted = new Item(1, 1);
    PlainProbe probe = new PlainProbe(2, Reactions.fail(new Failure("thrown by the downstream")));
    Between between = new Between();
    Scene scene = Scene.broken(between, ErrorMode.IMMEDIATE, probe);
    between.whenEntered =
        () -> {
          scene.next(accepted);
          scene.complete();
        };

    scene.next(first);

    assertEquals(1, probe.deliveries(first));
    assertEquals(0, probe.misfates(first, accepted));
  }

  /** Lets others do something just after somebody has entered. */
  private static final class Between extends EmissionRight {
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
