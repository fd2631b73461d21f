package org.reactiveserializer.io.datagram;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.reactivestreams.tck.TestEnvironment;
import org.testng.IInvokedMethod;
import org.testng.IInvokedMethodListener;
import org.testng.ITestResult;

/**
 * Listens to the tests of the Reactive Streams kit. The kit skips what it cannot verify or what
 * does not apply. Which tests these are is listed in a file beside this class: a listed test that
 * was not skipped, or does not exist, fails. A test that is skipped as listed counts as passed. Any
 * other skipped test is reported as such, which fails the build.
 */
public final class Kit implements IInvokedMethodListener {
  private static final long SIGNAL_MILLIS = 1_000;
  private static final long NO_SIGNAL_MILLIS = 100;
  private static final long ERROR_MILLIS = 100;

  /** A class of tests of the kit. */
  interface Verification {
    /** Returns the name of the file that lists the tests to be skipped. */
    String listOfSkipped();
  }

  /**
   * Returns an environment that waits for a signal for long, and for the absence of one not so
   * long.
   */
  static TestEnvironment environment() {
    return new TestEnvironment(SIGNAL_MILLIS, NO_SIGNAL_MILLIS, ERROR_MILLIS);
  }

  @Override
  public void afterInvocation(IInvokedMethod invoked, ITestResult result) {
    if (invoked.isTestMethod() && result.getInstance() instanceof Verification) {
      String fault = fault(result, ((Verification) result.getInstance()).listOfSkipped());
      if (!fault.isEmpty()) {
        result.setStatus(ITestResult.FAILURE); // of a skipped test TestNG ignores that
        result.setThrowable(new AssertionError(fault));
      } else if (result.getStatus() == ITestResult.SKIP) {
        result.setStatus(ITestResult.SUCCESS);
        result.setThrowable(null);
      }
    }
  }

  private static String fault(ITestResult result, String file) {
    Set<String> listed = read(file);
    Set<String> unknown = new TreeSet<>(listed);
    Arrays.stream(result.getInstance().getClass().getMethods()).map(Method::getName).forEach(unknown::remove);
    if (!unknown.isEmpty()) {
      return file + " lists tests that do not exist: " + unknown;
    }
    String name = result.getName();
    if (result.getStatus() == ITestResult.SKIP) {
      return listed.contains(name) ? "" : name + " was skipped, and is not in " + file;
    }
    return listed.contains(name) ? name + " was not skipped, and is in " + file : "";
  }

  private static Set<String> read(String file) {
    try (InputStream in = Kit.class.getResourceAsStream(file)) {
      Objects.requireNonNull(in, file + " not found");
      return new TreeSet<>(new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
