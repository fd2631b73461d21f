package org.reactiveserializer.tck;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.testng.Assert;
import org.testng.ITestContext;
import org.testng.ITestResult;
import org.testng.annotations.Test;

/**
 * Compares the skipped tests of a class with a list in a file beside this class. The kit skips what
 * it cannot verify, and the build still passes. So a test that is skipped unexpectedly fails the
 * build, and so does a listed test that was not skipped.
 *
 * <p>Only tests that have run are compared, so a single test can be run; but all listed tests must
 * exist.
 */
final class Skips {
  private Skips() {}

  /** Checks the list. To be called when all tests of {@code verification} have run. */
  static void check(ITestContext context, Class<?> verification, String file) {
    Set<String> listed = read(file);
    Set<String> unknown = new TreeSet<>(listed);
    unknown.removeAll(testsOf(verification));
    Assert.assertTrue(unknown.isEmpty(), file + " lists tests that do not exist: " + unknown);

    Set<String> skipped = names(context.getSkippedTests().getAllResults(), verification);
    Set<String> expected = names(context.getPassedTests().getAllResults(), verification);
    expected.addAll(names(context.getFailedTests().getAllResults(), verification));
    expected.addAll(skipped);
    Assert.assertFalse(expected.isEmpty(), "no test of " + verification + " has run");
    expected.retainAll(listed);
    if (!skipped.equals(expected)) {
      Set<String> unlisted = new TreeSet<>(skipped);
      unlisted.removeAll(expected);
      expected.removeAll(skipped);
      Assert.fail(
          "%s: skipped, but not in %s: %s; in the file, but not skipped: %s"
              .formatted(verification.getSimpleName(), file, unlisted, expected));
    }
  }

  private static Set<String> read(String file) {
    try (InputStream in = Skips.class.getResourceAsStream(file)) {
      Objects.requireNonNull(in, file + " not found");
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return new TreeSet<>(text.lines().toList());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static Set<String> testsOf(Class<?> verification) {
    return sorted(
        Arrays.stream(verification.getMethods())
            .filter(method -> method.isAnnotationPresent(Test.class))
            .map(Method::getName));
  }

  private static Set<String> names(Collection<ITestResult> results, Class<?> verification) {
    return sorted(
        results.stream()
            .filter(result -> result.getTestClass().getRealClass() == verification)
            .map(ITestResult::getName));
  }

  private static Set<String> sorted(Stream<String> names) {
    return names.collect(TreeSet::new, Set::add, Set::addAll);
  }
}
