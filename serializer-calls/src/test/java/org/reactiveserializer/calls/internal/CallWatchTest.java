package org.reactiveserializer.calls.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.ref.WeakReference;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The looks end when no call is made, and begin again with the next one. */
@Timeout(120)
class CallWatchTest {
  private final BlockingQueue<Optional<Thread>> hangs = new LinkedBlockingQueue<>();
  private final CallWatch watch = watch(TimeUnit.SECONDS.toNanos(1));

  private CallWatch watch(long limit) {
    return new CallWatch(limit, thread -> hangs.add(Optional.ofNullable(thread)));
  }

  private static void awaitEndOfLooks(CallWatch watch) {
    while (watch.isLooking()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aCallAfterAPauseIsFound() throws InterruptedException {
    for (int call = 1; call <= 2; call++) {
      watch.enter();
      watch.leave();
      awaitEndOfLooks(watch);
    }
    watch.enter();
    assertEquals(Optional.of(Thread.currentThread()), hangs.take());
    assertEquals(0, hangs.size());
  }

  @Test
  void aCallThatOutlastsItsThreadIsFound() throws InterruptedException {
    watch.enter();
    watch.outlast();
    assertEquals(Optional.empty(), hangs.take());
  }

  @Test
  void aCallThatHasEndedDoesNotOutlast() {
    CallWatch patient = watch(TimeUnit.SECONDS.toNanos(4));
    patient.enter();
    patient.leave();
    patient.outlast();
    awaitEndOfLooks(patient);
    assertEquals(0, hangs.size());
  }

  @Test
  void theLooksKeepNothingAlive() {
    WeakReference<CallWatch> reference = new WeakReference<>(usedOnce());
    while (reference.get() != null) {
      System.gc();
    }
  }

  /** The looks go on for ever, but not for what nobody has. */
  @Test
  void looksThatGoOnKeepNothingAlive() {
    WeakReference<CallWatch> reference = new WeakReference<>(idle());
    while (reference.get() != null) {
      System.gc();
    }
  }

  private static CallWatch idle() {
    CallWatch idle = new CallWatch(TimeUnit.DAYS.toNanos(1), () -> CallWatch.IDLE, turn -> false);
    idle.start();
    return idle;
  }

  private static CallWatch usedOnce() {
    CallWatch ofADay = new CallWatch(TimeUnit.DAYS.toNanos(1), thread -> {});
    ofADay.enter();
    ofADay.leave();
    return ofADay;
  }
}
