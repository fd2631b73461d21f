package org.reactiveserializer.testing;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;

/** Repeats an {@link Attack}. */
public final class AttackRounds implements TestTemplateInvocationContextProvider {
  @Override
  public boolean supportsTestTemplate(ExtensionContext context) {
    return true;
  }

  @Override
  public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
      ExtensionContext context) {
    String name =
        context.getRequiredTestClass().getSimpleName()
            + "."
            + context.getRequiredTestMethod().getName();
    Duration duration = Duration.ofSeconds(Long.getLong("attack.seconds", 0));
    // The engine asks for a round when the one before has ended.
    return StreamSupport.stream(
        Spliterators.spliteratorUnknownSize(new Rounds(name, duration), Spliterator.ORDERED),
        false);
  }

  /** The rounds of one test: at least one, and no more once one has failed. */
  private static final class Rounds
      implements Iterator<TestTemplateInvocationContext>,
          TestTemplateInvocationContext,
          AfterTestExecutionCallback {
    private final String name;
    private final long nanos;
    private final long start = System.nanoTime();
    private int begun;
    private boolean isFailed;

    Rounds(String name, Duration duration) {
      this.name = name;
      nanos = duration.toNanos();
    }

    @Override
    public boolean hasNext() {
      long passed = System.nanoTime() - start;
      if (begun == 0 || (!isFailed && passed < nanos)) {
        return true;
      }
      if (nanos > 0) {
        System.out.printf(
            "attack %s: %d rounds in %d s%s%n",
            name, begun, Duration.ofNanos(passed).toSeconds(), isFailed ? ", the last failed" : "");
      }
      return false;
    }

    @Override
    public TestTemplateInvocationContext next() {
      begun++;
      return this;
    }

    @Override
    public String getDisplayName(int round) {
      return name + ", round " + round;
    }

    @Override
    public List<Extension> getAdditionalExtensions() {
      return List.of(this);
    }

    @Override
    public void afterTestExecution(ExtensionContext context) {
      isFailed |= context.getExecutionException().isPresent();
    }
  }
}
