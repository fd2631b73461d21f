package org.reactiveserializer.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.testng.IConfigurationListener;
import org.testng.ITestContext;
import org.testng.ITestResult;
import org.testng.SkipException;
import org.testng.TestNG;
import org.testng.annotations.AfterClass;

/** The faults that {@link Skips} must detect, each in a run of its own. */
class SkipsTest {

  @Test
  void acceptsWhatIsListed() {
    assertEquals(List.of(), complaintsAbout(AsListed.class));
  }

  @Test
  void noticesATestThatIsSkippedAndNotListed() {
    assertComplaint(MoreSkipped.class, "skipped, but not in sample-skips.txt: [passed]");
  }

  @Test
  void noticesATestThatIsListedAndNotSkipped() {
    assertComplaint(LessSkipped.class, "in the file, but not skipped: [skipped]");
  }

  @Test
  void noticesATestThatIsListedAndDoesNotExist() {
    assertComplaint(Renamed.class, "lists tests that do not exist: [skipped]");
  }

  private static void assertComplaint(Class<?> sample, String part) {
    List<String> complaints = complaintsAbout(sample);
    assertEquals(1, complaints.size(), complaints::toString);
    assertTrue(complaints.get(0).contains(part), complaints::toString);
  }

  private static List<String> complaintsAbout(Class<?> sample) {
    List<String> complaints = new ArrayList<>();
    TestNG run = new TestNG(false);
    run.setVerbose(0);
    run.setTestClasses(new Class<?>[] {sample});
    run.addListener(
        new IConfigurationListener() {
          @Override
          public void onConfigurationFailure(ITestResult result) {
            complaints.add(result.getThrowable().getMessage());
          }
        });
    run.run();
    return complaints;
  }

  /** Not found by the build, because it looks only for public classes with certain names. */
  abstract static class Sample {
    @AfterClass(alwaysRun = true)
    public void skipsAreAsListed(ITestContext context) {
      Skips.check(context, getClass(), "sample-skips.txt");
    }

    @org.testng.annotations.Test
    public void passed() {}
  }

  static class AsListed extends Sample {
    @org.testng.annotations.Test
    public void skipped() {
      throw new SkipException("as listed");
    }
  }

  static class MoreSkipped extends AsListed {
    @Override
    @org.testng.annotations.Test
    public void passed() {
      throw new SkipException("not listed");
    }
  }

  static class LessSkipped extends AsListed {
    @Override
    @org.testng.annotations.Test
    public void skipped() {}
  }

  static class Renamed extends Sample {
    @org.testng.annotations.Test
    public void skippedUnderAnotherName() {
      throw new SkipException("not listed");
    }
  }
}
