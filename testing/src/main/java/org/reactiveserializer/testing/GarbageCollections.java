package org.reactiveserializer.testing;

import org.testng.IInvokedMethod;
import org.testng.IInvokedMethodListener;
import org.testng.ITestResult;

/**
 * Collects garbage again and again while the kit waits for a publisher to drop its subscriber (§3.13). The
 * kit itself collects once, after that wait, and gives the virtual machine 100 ms to report the reference:
 * a busy machine needs more. So a reference that is dropped in time has been reported when the kit looks.
 *
 * <p>TestNG finds this listener by itself, as a service.
 */
public final class GarbageCollections implements IInvokedMethodListener {
  /** How the kit names the test. */
  static final String TEST = "required_spec313_cancelMustMakeThePublisherEventuallyDropAllReferencesToTheSubscriber";

  private static final long PAUSE_MILLIS = 50;

  private static final String THREAD = GarbageCollections.class.getName();

  @Override
  public void beforeInvocation(IInvokedMethod invoked, ITestResult result) {
    if (result.getName().equals(TEST)) {
      Thread collecting = new Thread(GarbageCollections::collect, "garbage collections");
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
