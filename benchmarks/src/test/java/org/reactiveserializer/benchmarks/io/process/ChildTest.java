package org.reactiveserializer.benchmarks.io.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.benchmarks.FaultyDeliveryException;

/** Child processes answer, fail and end. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ChildTest {

  /** Answers one question, among other lines. */
  public static final class Adder implements Role {
    @Override
    public void play(Parameters parameters, Parent parent) throws Exception {
      System.out.println("something that a library prints");
      long sum = parameters.number("one") + parent.await("add").number("other");
      parent.send("sum", new Parameters().with("is", sum));
      parent.await("finish");
    }
  }

  /** Fails. */
  public static final class Failing implements Role {
    @Override
    public void play(Parameters parameters, Parent parent) {
      throw new IllegalStateException("out of\nluck");
    }
  }

  /** Prints its last words, and ends. */
  public static final class Ending implements Role {
    @Override
    public void play(Parameters parameters, Parent parent) {
      System.err.println("last words");
    }
  }

  /** Does not end by itself. */
  public static final class Spinning implements Role {
    @Override
    public void play(Parameters parameters, Parent parent) {
      parent.send("spinning", "");
      while (true) {
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void aChildAnswers() throws Exception {
    try (Child child = start(Adder.class)) {
      child.send("add", new Parameters().with("other", 2));
      assertEquals(42, child.await("sum", 0).number("is"));
    }
  }

  @Test
  void aFaultIsReported() throws Exception {
    try (Child child = start(Failing.class)) {
      assertFault(child, "child: java.lang.IllegalStateException: out of luck");
    }
  }

  @Test
  void theLastWordsOfAChildThatEndedAreReported() throws Exception {
    try (Child child = start(Ending.class)) {
      assertFault(child, "child ended before sum: last words");
    }
  }

  @Test
  void aChildThatSpinsEndsWithItsInput() throws Exception {
    Child child = start(Spinning.class);
    child.await("spinning", 0);
    assertTrue(child.isAlive());
    child.close();
    assertFalse(child.isAlive());
  }

  @Test
  void parametersNameWhatIsMissing() {
    assertEquals(
        "no value two in one=40",
        assertThrows(
                IllegalArgumentException.class, () -> new Parameters().with("one", 40).text("two"))
            .getMessage());
  }

  private static Child start(Class<? extends Role> role) throws Exception {
    return Child.start("child", List.of("-Xshare:auto"), role, new Parameters().with("one", 40));
  }

  private static void assertFault(Child child, String message) {
    assertEquals(
        message,
        assertThrows(FaultyDeliveryException.class, () -> child.await("sum", 0)).getMessage());
  }
}
