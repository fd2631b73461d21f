package org.reactiveserializer.internal.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.support.Elsewhere;

/** The looks end when no call is made, and begin again with the next one. */
class CallWatchTest {
  private final BlockingQueue<Object> hangs = new LinkedBlockingQueue<>();
  private final CallWatch watch = new CallWatch(TimeUnit.MILLISECONDS.toNanos(20));

  private static boolean isLooking(CallWatch watch) throws ReflectiveOperationException {
    VarHandle looking =
        MethodHandles.privateLookupIn(CallWatch.class, MethodHandles.lookup())
            .findVarHandle(CallWatch.class, "looking", boolean.class);
    return (boolean) looking.getVolatile(watch);
  }

  private static void awaitEndOfLooks(CallWatch watch) throws ReflectiveOperationException {
    while (isLooking(watch)) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aCallAfterAPauseIsFound() throws ReflectiveOperationException, InterruptedException {
    watch.onHang(hangs::add);
    for (int call = 1; call <= 5; call++) {
      watch.enter();
      watch.leave();
      awaitEndOfLooks(watch);
    }
    watch.enter();
    assertEquals(Thread.currentThread(), hangs.take());
    assertEquals(0, hangs.size());
  }

  @Test
  void aCallThatOutlastsItsThreadIsFound() throws InterruptedException {
    watch.onHang(hangs::add);
    watch.enter();
    watch.outlast();
    assertEquals("call", hangs.take());
  }

  @Test
  void aCallThatHasEndedDoesNotOutlast() throws ReflectiveOperationException {
    CallWatch patient = new CallWatch(TimeUnit.SECONDS.toNanos(4));
    patient.onHang(hangs::add);
    patient.enter();
    Elsewhere.run(patient::leave);
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

  private static CallWatch usedOnce() {
    CallWatch ofADay = new CallWatch(TimeUnit.DAYS.toNanos(1));
    ofADay.enter();
    ofADay.leave();
    return ofADay;
  }
}
