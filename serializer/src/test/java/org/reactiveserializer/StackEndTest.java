package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactiveserializer.support.depth.StackCase;
import org.reactiveserializer.support.depth.StackCase.Subject;
import org.reactiveserializer.support.depth.StackProgram;
import org.reactiveserializer.support.depth.Trials;

/**
 * The stack overflows somewhere in a call. The next call of any thread acts on everything that the
 * call had published by then.
 */
class StackEndTest {
  private static final String SETTINGS = "org.reactiveserializer.";
  private static final Map<Subject, Process> PROGRAMS = new EnumMap<>(Subject.class);

  @TempDir static Path directory;

  static Stream<Arguments> rows() {
    return Stream.of(Subject.values())
        .flatMap(subject -> subject.cases().stream().map(row -> Arguments.of(subject, row)));
  }

  /** Starts the programs, which run while the other tests do. */
  @BeforeAll
  static void startPrograms() throws IOException {
    for (Subject subject : Subject.values()) {
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
      ProcessBuilder program = new ProcessBuilder(command).redirectErrorStream(true);
      PROGRAMS.put(subject, program.redirectOutput(output(subject)).start());
    }
  }

  private static File output(Subject subject) {
    return directory.resolve(subject.name()).toFile();
  }

  @AfterAll
  static void stopPrograms() {
    PROGRAMS.values().forEach(Process::destroy);
  }

  /** In this virtual machine, where the compiler changes the frames during the test. */
  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("rows")
  void leavesEverythingInOrder(Subject subject, StackCase row) {
    Trials trials = row.run();
    assertEquals(0, trials.wrong(), trials::toString);
  }

  /** In an interpreter, where the frames are the same every time. */
  @ParameterizedTest
  @EnumSource
  void leavesEverythingInOrderIfNothingIsCompiled(Subject subject)
      throws IOException, InterruptedException {
    int status = Objects.requireNonNull(PROGRAMS.get(subject)).waitFor();
    assertEquals("", Files.readString(output(subject).toPath()));
    assertEquals(0, status);
  }

  static Stream<StackCase> ofUnsoundImitation() {
    return StackCase.ofImitation(false);
  }

  /** Twin: a sink that never acts on signals for which it had no stack. */
  @ParameterizedTest
  @MethodSource("ofUnsoundImitation")
  void detectsTheUnsoundImitation(StackCase row) {
    assertTrue(row.run().wrong() > 0);
  }

  static Stream<StackCase> ofSoundImitation() {
    return StackCase.ofImitation(true);
  }

  /** The same sink, except that it checks for stack space first. */
  @ParameterizedTest
  @MethodSource("ofSoundImitation")
  void acceptsTheSoundImitation(StackCase row) {
    Trials trials = row.run();
    assertEquals(0, trials.wrong(), trials::toString);
  }
}
