package org.reactiveserializer.internal.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The looks end when no call is made, and begin again with the next one. */
class CallWatchTest {
  private final BlockingQueue<Object> hangs = new LinkedBlockingQueue<>();
  private final CallWatch watch = new CallWatch(TimeUnit.MILLISECONDS.toNanos(20));

  private boolean isLooking() throws ReflectiveOperationException {
    VarHandle looking =
        MethodHandles.privateLookupIn(CallWatch.class, MethodHandles.lookup())
            .findVarHandle(CallWatch.class, "looking", boolean.class);
    return (boolean) looking.getVolatile(watch);
  }

  private void awaitEndOfLooks() throws ReflectiveOperationException {
    while (isLooking()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aCallAfterAPauseIsFound() throws ReflectiveOperationException, InterruptedException {
    watch.onHang(hangs::add);
    for (int call = 1; call <= 5; call++) {
      watch.enter("quick");
      watch.leave();
      awaitEndOfLooks();
    }
    watch.enter("hangs");
    assertEquals("hangs", hangs.take());
    assertEquals(0, hangs.size());
  }
}
