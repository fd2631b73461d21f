package org.reactiveserializer.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.reactivestreams.tck.PublisherVerification;
import org.reactivestreams.tck.SubscriberBlackboxVerification;
import org.reactivestreams.tck.SubscriberWhiteboxVerification;
import org.testng.ITestListener;
import org.testng.ITestResult;
import org.testng.SkipException;
import org.testng.TestNG;

/** What {@link Kit} and {@link GarbageCollections} make of the tests of a sample, in a run of its own. */
class KitTest {
  @Test
  void whatTheKitCannotVerifyHasPassed() {
    assertEquals(
        Map.of("tested", "passed", "untested_rule", "passed", "optional_spec111_two", "passed"),
        outcomes(OneSubscriber.class));
  }

  @Test
  void anyOtherTestThatIsSkippedIsReportedAsSuch() {
    assertEquals(
        Map.of("tested", "skipped", "untested_rule", "passed", "optional_spec111_two", "skipped"),
        outcomes(SkipsAll.class));
  }

  @Test
  void aTestThatShouldHaveBeenSkippedFails() {
    assertEquals(
        Map.of("tested", "passed", "untested_rule", "failed", "optional_spec111_two", "failed"),
        outcomes(SkipsNothing.class));
  }

  @Test
  void severalSubscribersAreTestedIfThereCanBeSeveral() {
    assertEquals(
        Map.of("tested", "passed", "untested_rule", "failed", "optional_spec111_two", "passed"),
        outcomes(SeveralSubscribers.class));
  }

  /** In a process in which there is hardly any, so nobody else collects it. */
  @Test
  void garbageIsCollectedWhileTheKitWaitsForAReference() {
    assertEquals(
        Map.of(GarbageCollections.TEST, "passed", "another", "passed"), outcomes(Dropping.class));
  }

  /** The build has told the kit so. */
  @Test
  void theKitWaitsForASecondForAReference() {
    assertEquals(1_000, PublisherVerification.envPublisherReferenceGCTimeoutMillis());
  }

  /** The kit still has such names. */
  @Test
  void theKitHasTestsWithTheseNames() {
    assertEquals(1, count(PublisherVerification.class, GarbageCollections.TEST));
    assertEquals(7, count(PublisherVerification.class, "untested_"));
    assertEquals(5, count(PublisherVerification.class, "optional_spec111"));
    assertEquals(15, count(SubscriberBlackboxVerification.class, "untested_"));
    assertEquals(13, count(SubscriberWhiteboxVerification.class, "untested_"));
  }

  private static long count(Class<?> verification, String prefix) {
    return Arrays.stream(verification.getMethods())
        .filter(method -> method.isAnnotationPresent(org.testng.annotations.Test.class))
        .filter(method -> method.getName().startsWith(prefix))
        .count();
  }

  private static Map<String, String> outcomes(Class<?> sample) {
    Map<String, String> outcomes = new TreeMap<>();
    TestNG run = new TestNG(false);
    run.setVerbose(0);
    run.setTestClasses(new Class<?>[] {sample});
    run.addListener(
        new ITestListener() {
          @Override
          public void onTestSuccess(ITestResult result) {
            outcomes.put(result.getName(), "passed");
          }

          @Override
          public void onTestFailure(ITestResult result) {
            outcomes.put(result.getName(), "failed");
          }

          @Override
          public void onTestSkipped(ITestResult result) {
            outcomes.put(result.getName(), "skipped");
          }
        });
    run.run();
    return outcomes;
  }

  /** Only the one test waits until a reference that was dropped is reported, but not for ever. */
  static class Dropping {
    @org.testng.annotations.Test
    public void another() {
      assertTrue(
          Thread.getAllStackTraces().keySet().stream()
              .noneMatch(thread -> thread.getName().equals(GarbageCollections.THREAD)));
    }

    @org.testng.annotations.Test
    public void
        required_spec313_cancelMustMakeThePublisherEventuallyDropAllReferencesToTheSubscriber()
            throws InterruptedException {
      ReferenceQueue<Object> queue = new ReferenceQueue<>();
      Reference<Object> dropped = new WeakReference<>(new Object(), queue);
      assertSame(dropped, queue.remove(Await.LONG.toMillis()));
    }
  }

  /** Not found by the build, which looks only for classes with certain names. */
  static class SeveralSubscribers {
    @org.testng.annotations.Test
    public void tested() {}

    @org.testng.annotations.Test
    public void untested_rule() {}

    @org.testng.annotations.Test
    public void optional_spec111_two() {}
  }

  @Unicast
  static class SkipsNothing extends SeveralSubscribers {}

  static class Skipping extends SeveralSubscribers {
    @Override
    @org.testng.annotations.Test
    public void untested_rule() {
      throw new SkipException("the kit has no test");
    }

    @Override
    @org.testng.annotations.Test
    public void optional_spec111_two() {
      throw new SkipException("the second subscriber was refused");
    }
  }

  @Unicast
  static class OneSubscriber extends Skipping {}

  static class SkipsAll extends Skipping {
    @Override
    @org.testng.annotations.Test
    public void tested() {
      throw new SkipException("for no good reason");
    }
  }
}
