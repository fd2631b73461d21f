package org.reactiveserializer.testing;

import org.testng.IInvokedMethod;
import org.testng.IInvokedMethodListener;
import org.testng.ITestResult;

/**
 * Collects garbage again and again during the kit's test that a publisher drops its subscriber (§3.13). The
 * kit itself waits, collects once, and gives the virtual machine 100 ms to report the reference: a busy
 * machine needs more. With this, a reference that is dropped early in the wait is reported before its end.
 *
 * <p>TestNG finds this listener by itself, as a service.
 */
public final class GarbageCollections implements IInvokedMethodListener {
  /** How the kit names the test. */
  static final String TEST =
      "required_spec313_cancelMustMakeThePublisherEventuallyDropAllReferencesToTheSubscriber";

  private static final long PAUSE_MILLIS = 50;

  /** The name of the thread. */
  static final String THREAD = "garbage collections";

  @Override
  public void beforeInvocation(IInvokedMethod invoked, ITestResult result) {
    if (result.getName().equals(TEST)) {
      Thread collecting = new Thread(GarbageCollections::collect, THREAD);
      collecting.setDaemon(true);
      collecting.start();
      result.setAttribute(THREAD, collecting);
    }
  }

  @Override
  public void afterInvocation(IInvokedMethod invoked, ITestResult result) {
    if (result.getAttribute(THREAD) instanceof Thread collecting) {
      collecting.interrupt();
    }
  }

  private static void collect() {
    try {
      while (true) {
        System.gc();
        Thread.sleep(PAUSE_MILLIS);
      }
    } catch (InterruptedException testHasEnded) {
      // The end.
    }
  }
}
