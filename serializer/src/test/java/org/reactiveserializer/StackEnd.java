package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactiveserializer.support.depth.StackCase;
import org.reactiveserializer.support.depth.StackCase.Subject;
import org.reactiveserializer.support.depth.StackProgram;
import org.reactiveserializer.support.depth.Trials;

/**
 * The stack overflows somewhere in a call. The next call of any thread acts on everything that the
 * call had published by then. A class for each subject, so that they run at the same time.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
abstract class StackEnd {
  private static final String SETTINGS = "org.reactiveserializer.";

  private final Subject subject;
  private @Nullable Process program;
  private @Nullable Path output;

  StackEnd(Subject subject) {
    this.subject = subject;
  }

  Stream<StackCase> rows() {
    return subject.cases().stream();
  }

  /** Starts the program, which runs while the other tests do. */
  @BeforeAll
  void startProgram(@TempDir Path directory) throws IOException {
    Path file = directory.resolve(subject.name());
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xint");
    for (String setting : System.getProperties().stringPropertyNames()) {
      if (setting.startsWith(SETTINGS)) {
        command.add("-D" + setting + "=" + System.getProperty(setting));
      }
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(StackProgram.class.getName(), subject.name()));
    program =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(file.toFile()).start();
    output = file;
  }

  @AfterAll
  void stopProgram() {
    if (program != null) {
      program.destroy();
    }
  }

  /** In this virtual machine, where the compiler changes the frames during the test. */
  @Order(1)
  @ParameterizedTest
  @MethodSource("rows")
  void leavesEverythingInOrder(StackCase row) {
    Trials trials = row.run();
    assertEquals(0, trials.wrong(), trials::toString);
  }

  /** In an interpreter, where the frames are the same every time. */
  @Order(2)
  @Test
  void leavesEverythingInOrderIfNothingIsCompiled() throws IOException, InterruptedException {
    int status = Objects.requireNonNull(program).waitFor();
    assertEquals("", Files.readString(Objects.requireNonNull(output)));
    assertEquals(0, status);
  }
}
