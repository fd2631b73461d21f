package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactiveserializer.support.depth.StackCase;
import org.reactiveserializer.support.depth.StackCase.Subject;
import org.reactiveserializer.support.depth.StackProgram;
import org.reactiveserializer.support.depth.Trials;

/**
 * The stack ends somewhere in a call. Whatever the call has published by then, the next call of anybody
 * acts on.
 */
class StackEndTest {
  static Stream<Arguments> rows() {
    return Stream.of(Subject.values())
        .flatMap(subject -> subject.cases().stream().map(row -> Arguments.of(subject, row)));
  }

  /** The compiler changes the frames as it goes. */
  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("rows")
  void leavesEverythingInOrder(Subject subject, StackCase row) {
    Trials trials = row.run();
    assertEquals(0, trials.wrong(), trials::toString);
  }

  /** The frames are the same every time. */
  @ParameterizedTest
  @EnumSource
  void leavesEverythingInOrderWhereNothingIsCompiled(Subject subject)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xint",
                "-cp",
                System.getProperty("java.class.path"),
                StackProgram.class.getName(),
                subject.name())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    assertEquals("", output);
  }

  static Stream<StackCase> ofForgetful() {
    return StackCase.ofImitation(false);
  }

  /** The twin: a sink that does not come back to what it could not act on. */
  @ParameterizedTest
  @MethodSource("ofForgetful")
  void seesWhatIsForgotten(StackCase row) {
    assertTrue(row.run().wrong() > 0);
  }

  static Stream<StackCase> ofCareful() {
    return StackCase.ofImitation(true);
  }

  /** The same, but that it makes sure of the stack first. */
  @ParameterizedTest
  @MethodSource("ofCareful")
  void seesThatNothingIsForgotten(StackCase row) {
    Trials trials = row.run();
    assertEquals(0, trials.wrong(), trials::toString);
  }
}
