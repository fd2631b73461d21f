package org.reactiveserializer.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.internal.drain.Bias;
import org.reactiveserializer.internal.drain.BiasedState;
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.internal.drain.Handover;
import org.reactiveserializer.internal.drain.Work;
import org.reactiveserializer.support.Elsewhere;

/**
 * Promises are made, kept and revoked, step by step. This thread is their owner. The barrier only
 * counts and fences nothing, since the steps of the threads follow one another.
 */
class BiasedStateTest {
  private final AtomicInteger barriers = new AtomicInteger();
  private final BiasedState drain = new BiasedState(barriers::getAndIncrement, 0);

  @Test
  void aThreadThatLeavesAtTwoChecksInARowGetsAPromise() {
    BiasedState checked = new BiasedState(barriers::getAndIncrement, 3);
    enterAndExit(checked, 5);
    assertTrue(checked.tryEnter());
    Elsewhere.run(() -> assertFalse(checked.tryEnter(), "this thread is inside"));
    assertTrue(checked.tryExit());
    assertTrue(isPromised(checked));
  }

  @Test
  void aThreadThatLeavesAtOneCheckGetsNone() {
    BiasedState checked = new BiasedState(barriers::getAndIncrement, 3);
    enterAndExit(checked, 5);
    assertFalse(isPromised(checked));
  }

  @Test
  void anotherThreadAtTheCheckInBetweenRestarts() {
    BiasedState checked = new BiasedState(barriers::getAndIncrement, 3);
    enterAndExit(checked, 5);
    Elsewhere.run(() -> enterAndExit(checked, 1));
    enterAndExit(checked, 3);
    assertFalse(isPromised(checked));
  }

  @Test
  void workHandedOverPostponesTheCheck() {
    BiasedState checked = new BiasedState(barriers::getAndIncrement, 3);
    enterAndExit(checked, 5);
    assertTrue(checked.tryEnter());
    Elsewhere.run(() -> assertEquals(Handover.HANDED_OVER, checked.push(new Item())));
    assertNotNull(checked.take());
    assertTrue(checked.tryExit());
    assertFalse(isPromised(checked));
  }

  @Test
  void eachPromiseTakesTwiceTheIntervalOfTheOneBefore() {
    BiasedState checked = new BiasedState(barriers::getAndIncrement, 4);
    enterAndExit(checked, 4); // now it has left at one check
    for (int interval = 4; interval <= 64; interval *= 2) {
      enterAndExit(checked, interval - 1);
      assertEquals(0, barriers.get(), "no promise yet");
      enterAndExit(checked, 1);
      Elsewhere.run(() -> assertEquals(Handover.ENTERED, checked.push(new Item())));
      assertEquals(1, barriers.getAndSet(0), "a promise was revoked");
      assertNotNull(checked.take());
      assertTrue(checked.tryExit());
    }
  }

  @Test
  void aThreadThatRevokesWhileTheOwnerIsOutsideHasTheRight() {
    enterAndExit(drain, 1);
    Elsewhere.run(
        () -> {
          assertEquals(Handover.ENTERED, drain.push(new Item()));
          assertEquals(1, barriers.get());
          assertNotNull(drain.take());
          assertTrue(drain.tryExit());
        });
    assertEquals(Handover.ENTERED, drain.push(new Item()));
  }

  @Test
  void aThreadThatRevokesWhileTheOwnerIsInsideHandsOver() {
    enterAndExit(drain, 1);
    assertTrue(drain.tryEnter());
    Elsewhere.run(() -> assertEquals(Handover.HANDED_OVER, drain.push(new Item())));
    Elsewhere.run(() -> assertFalse(drain.signalOwner()));
    assertEquals(1, barriers.get(), "only the first revoked");
    assertFalse(drain.tryExit());
    assertNotNull(drain.take());
    assertTrue(drain.tryExit());
  }

  @Test
  void anOwnerThatHandsOverToItselfNeedsNoBarrier() {
    enterAndExit(drain, 1);
    assertTrue(drain.tryEnter());
    assertFalse(drain.tryEnter(), "reentrant");
    assertEquals(Handover.HANDED_OVER, drain.push(new Item()));
    assertFalse(drain.tryExit());
    assertNotNull(drain.take());
    assertTrue(drain.tryExit());
    assertEquals(Handover.ENTERED, drain.push(new Item()), "from outside");
    assertEquals(0, barriers.get());
  }

  @Test
  void anOwnerThatSignalsFromOutsideKeepsItsPromise() {
    enterAndExit(drain, 1);
    assertTrue(drain.signalOwner());
    assertFalse(drain.hasWork());
    assertTrue(drain.tryExit());
    assertTrue(isPromised(drain));
    assertTrue(drain.signalOwner());
    assertFalse(drain.signalOwner(), "from inside");
    assertFalse(drain.tryExit());
    assertNotNull(drain.take());
    assertTrue(drain.tryExit());
    assertEquals(0, barriers.get());
  }

  @Test
  void aSignalOfAnotherThreadRevokes() {
    enterAndExit(drain, 1);
    Elsewhere.run(
        () -> {
          assertTrue(drain.signalOwner());
          drain.take();
          assertTrue(drain.tryExit());
        });
    assertEquals(1, barriers.get());
  }

  @Test
  void aRightClosedFromInsideIsClosedForAll() {
    enterAndExit(drain, 1);
    assertTrue(drain.tryEnter());
    assertNull(drain.closeWord());
    Elsewhere.run(() -> assertEquals(Handover.REFUSED, drain.push(new Item())));
    assertTrue(drain.tryExit());
    assertFalse(drain.tryEnter());
    assertFalse(drain.signalOwner());
  }

  @Test
  void revokedBeforeTheOwnerMarksItselfInside() {
    Stepwise stepwise = new Stepwise();
    enterAndExit(stepwise, 1);
    stepwise.beforeEntering = () -> Elsewhere.run(() -> pushExpecting(stepwise, Handover.ENTERED));
    assertFalse(stepwise.tryEnter(), "the other thread is the owner");
  }

  @Test
  void revokedAfterTheOwnerMarkedItselfInside() {
    Stepwise stepwise = new Stepwise();
    enterAndExit(stepwise, 1);
    stepwise.whileEntering =
        () -> Elsewhere.run(() -> pushExpecting(stepwise, Handover.HANDED_OVER));
    Object entry = stepwise.enter();
    assertNotNull(entry);
    assertFalse(stepwise.tryExit(entry));
    assertNotNull(stepwise.take());
    assertTrue(stepwise.tryExit());
  }

  @Test
  void revokedAfterTheOwnerEntered() {
    enterAndExit(drain, 1);
    Object entry = drain.enter();
    assertNotNull(entry);
    Elsewhere.run(() -> pushExpecting(drain, Handover.HANDED_OVER));
    assertFalse(drain.tryExit(entry));
    assertNotNull(drain.take());
    assertTrue(drain.tryExit());
  }

  @Test
  void revokedAfterTheOwnerMarkedItselfOutside() {
    Stepwise stepwise = new Stepwise();
    enterAndExit(stepwise, 1);
    assertTrue(stepwise.tryEnter());
    stepwise.whileLeaving = () -> Elsewhere.run(() -> pushExpecting(stepwise, Handover.ENTERED));
    assertTrue(stepwise.tryExit(), "the other thread is the owner");
    assertFalse(stepwise.tryEnter());
  }

  @Test
  void theOwnerLeavesAndClaimsBeforeTheRevokerLooks() {
    AtomicReference<@Nullable Runnable> during = new AtomicReference<>();
    Stepwise stepwise = new Stepwise(() -> runOnce(during));
    enterAndExit(stepwise, 1);
    assertTrue(stepwise.tryEnter());
    stepwise.whileLeaving =
        () -> {
          Thread other = new Thread(() -> pushExpecting(stepwise, Handover.HANDED_OVER));
          AtomicInteger reached = new AtomicInteger();
          during.set(
              () -> {
                reached.set(1);
                while (reached.get() != 2) {
                  Thread.onSpinWait();
                }
              });
          other.start();
          while (reached.get() != 1) {
            Thread.onSpinWait();
          }
          stepwise.afterLeaving =
              () -> {
                reached.set(2);
                join(other);
              };
        };
    assertFalse(stepwise.tryExit(), "claimed by the owner");
    assertNotNull(stepwise.take());
    assertTrue(stepwise.tryExit());
  }

  @Test
  void aPromiseDoesNotKeepItsOwnerAlive() {
    WeakReference<Thread> owner = promisedElsewhere();
    for (int i = 0; i < 100 && owner.get() != null; i++) {
      System.gc();
    }
    assertNull(owner.get());
    assertTrue(isPromised(drain));
    assertEquals(Handover.ENTERED, drain.push(new Item()));
    Reference.reachabilityFence(drain);
  }

  private WeakReference<Thread> promisedElsewhere() {
    AtomicReference<@Nullable WeakReference<Thread>> owner = new AtomicReference<>();
    Elsewhere.run(
        () -> {
          enterAndExit(drain, 1);
          owner.set(new WeakReference<>(Thread.currentThread()));
        });
    WeakReference<Thread> reference = owner.get();
    assertNotNull(reference);
    return reference;
  }

  private static void enterAndExit(DrainState drain, int times) {
    for (int i = 0; i < times; i++) {
      assertTrue(drain.tryEnter());
      assertTrue(drain.tryExit());
    }
  }

  /**
   * Returns whether another thread cannot enter. There is no owner, so only a promise can prevent
   * it.
   */
  private static boolean isPromised(DrainState drain) {
    boolean[] entered = new boolean[1];
    Elsewhere.run(
        () -> {
          entered[0] = drain.tryEnter();
          if (entered[0]) {
            assertTrue(drain.tryExit());
          }
        });
    return !entered[0];
  }

  private static void pushExpecting(DrainState drain, Handover outcome) {
    assertEquals(outcome, drain.push(new Item()));
  }

  private static void runOnce(AtomicReference<@Nullable Runnable> action) {
    Runnable once = action.getAndSet(null);
    if (once != null) {
      once.run();
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static final class Item extends Work {}

  /** Marks the owner twice, which has the effect of once, and lets other threads run in between. */
  private static final class Stepwise extends BiasedState {
    private Runnable beforeEntering = () -> {};
    private Runnable whileEntering = () -> {};
    private Runnable whileLeaving = () -> {};
    private Runnable afterLeaving = () -> {};

    Stepwise() {
      this(() -> {});
    }

    Stepwise(Runnable barrier) {
      super(barrier::run, 0);
    }

    @Override
    protected @Nullable Object enterBy(Bias bias) {
      beforeEntering.run();
      bias.enter();
      whileEntering.run();
      return super.enterBy(bias);
    }

    @Override
    protected boolean leaveBy(Bias bias) {
      bias.leave();
      whileLeaving.run();
      boolean left = super.leaveBy(bias);
      afterLeaving.run();
      return left;
    }
  }
}
