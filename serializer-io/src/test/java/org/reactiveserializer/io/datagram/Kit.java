package org.reactiveserializer.io.datagram;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.reactivestreams.tck.TestEnvironment;
import org.testng.IHookCallBack;
import org.testng.ITestResult;
import org.testng.SkipException;

/**
 * Runs the tests of the Reactive Streams kit. The kit skips what it cannot verify or what does not apply.
 * Which tests these are is listed in a file beside this class: a test that is skipped unexpectedly fails, and
 * so does a listed one that was not skipped, or does not exist. So no report has skipped tests.
 */
final class Kit {
  private static final long SIGNAL_MILLIS = 1_000;
  private static final long NO_SIGNAL_MILLIS = 100;
  private static final long ERROR_MILLIS = 100;

  private Kit() {}

  /** Returns an environment that waits for a signal for long, and for the absence of one not so long. */
  static TestEnvironment environment() {
    return new TestEnvironment(SIGNAL_MILLIS, NO_SIGNAL_MILLIS, ERROR_MILLIS);
  }

  /** Runs a test in place of TestNG. */
  static void run(IHookCallBack callBack, ITestResult result, String listOfSkipped) {
    Method test = result.getMethod().getConstructorOrMethod().getMethod();
    Set<String> listed = read(listOfSkipped);
    Set<String> unknown = new TreeSet<>(listed);
    Arrays.stream(test.getDeclaringClass().getMethods()).map(Method::getName).forEach(unknown::remove);
    if (!unknown.isEmpty()) {
      throw new AssertionError(listOfSkipped + " lists tests that do not exist: " + unknown);
    }
    boolean skipped = false;
    try {
      test.invoke(result.getInstance(), callBack.getParameters());
    } catch (InvocationTargetException thrown) {
      if (!(thrown.getCause() instanceof SkipException)) {
        Kit.<RuntimeException>rethrow(thrown.getCause());
      }
      skipped = true;
    } catch (IllegalAccessException impossible) {
      throw new AssertionError(impossible);
    }
    if (skipped != listed.contains(test.getName())) {
      throw new AssertionError(
          test.getName() + (skipped ? " was skipped, and is not in " : " was not skipped, and is in ") + listOfSkipped);
    }
  }

  private static Set<String> read(String file) {
    try (InputStream in = Kit.class.getResourceAsStream(file)) {
      Objects.requireNonNull(in, file + " not found");
      return new TreeSet<>(new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> void rethrow(Throwable thrown) throws E {
    throw (E) thrown;
  }
}
