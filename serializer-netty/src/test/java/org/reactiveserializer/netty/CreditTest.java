package org.reactiveserializer.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every order in which the thread of a channel can pause while others deliver. Each step is one atomic
 * instruction: so that thread is stopped before each of them, and after it, while the others go on.
 */
class CreditTest {
  /** What the thread of a channel has to do before it waits, in steps. */
  private interface Steps {
    /** Makes the next step. Returns what the thread does then. */
    Next step();
  }

  private enum Next {
    /** It has not decided so far. */
    ANOTHER_STEP,
    /** It waits until somebody asks it to go on. */
    WAITS,
    /** It goes on itself. */
    GOES_ON
  }

  private record Play(Credit credit, Steps pausing) {}

  private static Play correct(int share) {
    Credit credit = new Credit(share);
    return new Play(credit, () -> credit.pause() ? Next.WAITS : Next.GOES_ON);
  }

  /** Looks first and pauses then: a message that is delivered in between wakes nobody. */
  private static Play lookThenPause(int share) {
    Credit credit = new Credit(share);
    return new Play(
        credit,
        new Steps() {
          private boolean hasLooked;

          @Override
          public Next step() {
            if (!hasLooked) {
              hasLooked = true;
              return credit.isLeft() ? Next.GOES_ON : Next.ANOTHER_STEP;
            }
            boolean ignored = credit.pause();
            return Next.WAITS;
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8})
  void whoWaitsIsAskedToGoOnOnceWhateverTheOrder(int share) {
    assertTrue(explore(() -> correct(share), share) > share);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8})
  void theTwinThatLooksBeforeItPausesIsCaught(int share) {
    assertThrows(AssertionError.class, () -> explore(() -> lookThenPause(share), share));
  }

  /** Lets the thread pause after each possible number of deliveries. Returns how many orders there were. */
  private static int explore(Supplier<Play> plays, int share) {
    int orders = 0;
    for (int before = 0; before <= share; before++) {
      for (int between = 0; before + between <= share; between++) {
        run(plays.get(), share, before, between);
        orders++;
      }
    }
    return orders;
  }

  /** So many messages are delivered before the first step, and so many before the second, if there is one. */
  private static void run(Play play, int share, int before, int between) {
    Credit credit = play.credit();
    for (int i = 0; i < share; i++) {
      assertTrue(credit.isLeft());
      credit.take();
    }
    assertFalse(credit.isLeft(), "more than the share");
    int asked = giveBack(credit, before);
    Next next = play.pausing().step();
    asked += giveBack(credit, between);
    while (next == Next.ANOTHER_STEP) {
      next = play.pausing().step();
    }
    asked += giveBack(credit, share - before - between);
    String order = "%d of %d were delivered before, %d between".formatted(before, share, between);
    assertEquals(next == Next.WAITS ? 1 : 0, asked, order);
    if (credit.isPaused()) {
      credit.resume();
    }
    assertTrue(credit.isLeft());
    assertFalse(credit.isPaused());
  }

  private static int giveBack(Credit credit, int messages) {
    int asked = 0;
    for (int i = 0; i < messages; i++) {
      asked += credit.asksToResume(credit.giveBack()) ? 1 : 0;
    }
    return asked;
  }

  @Test
  void whatTheStreamDoesNotTakeCostsNoCredit() {
    Credit credit = new Credit(1);
    credit.take();
    credit.untake();
    assertTrue(credit.isLeft());
  }
}
