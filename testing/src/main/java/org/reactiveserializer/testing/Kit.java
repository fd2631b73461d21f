package org.reactiveserializer.testing;

import org.reactivestreams.tck.TestEnvironment;
import org.testng.IInvokedMethod;
import org.testng.IInvokedMethodListener;
import org.testng.ITestResult;

/**
 * The settings of the Reactive Streams kit, and a listener to its tests. The kit skips the rules
 * that it cannot verify, and the tests of several subscribers if there can be only one. These count
 * as passed, since a skipped test fails the build. Any other one that is skipped stays so. One that
 * should have been skipped fails: then the kit, or what is verified, has changed.
 *
 * <p>TestNG finds this listener by itself, as a service.
 */
public final class Kit implements IInvokedMethodListener {
  /**
   * The timeout for a signal that must arrive. The wait ends when the signal arrives, so it can be
   * long: only a busy machine needs it.
   */
  private static final long SIGNAL_MILLIS = 10_000;

  /** The time for which signals must not arrive. Each wait takes it in full. */
  private static final long NO_SIGNAL_MILLIS = 100;

  /**
   * The time for an error that the kit itself must notice. The kit sleeps for it in full, whether
   * there is an error or not, and only once, no matter how long the first timeout is.
   */
  private static final long ERROR_MILLIS = 100;

  /** The kit's name for a rule without a test. */
  private static final String UNTESTED = "untested_";

  private static final String SEVERAL_SUBSCRIBERS = "optional_spec111";

  /** Returns an environment with the timeouts for all verifications. */
  public static TestEnvironment environment() {
    return new TestEnvironment(SIGNAL_MILLIS, NO_SIGNAL_MILLIS, ERROR_MILLIS);
  }

  @Override
  public void afterInvocation(IInvokedMethod invoked, ITestResult result) {
    if (!invoked.isTestMethod() || !isToBeSkipped(result)) {
      return;
    }
    if (result.getStatus() == ITestResult.SKIP) {
      result.setStatus(ITestResult.SUCCESS);
      result.setThrowable(null);
    } else if (result.getStatus() == ITestResult.SUCCESS) {
      result.setStatus(ITestResult.FAILURE);
      result.setThrowable(new AssertionError(result.getName() + " was not skipped"));
    }
  }

  private static boolean isToBeSkipped(ITestResult result) {
    String name = result.getName();
    return name.startsWith(UNTESTED)
        || name.startsWith(SEVERAL_SUBSCRIBERS)
            && result.getInstance().getClass().isAnnotationPresent(Unicast.class);
  }
}
