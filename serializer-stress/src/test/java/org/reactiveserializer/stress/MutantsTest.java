package org.reactiveserializer.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactiveserializer.stress.mutants.Mutant;
import org.reactiveserializer.stress.mutants.Mutants;
import org.reactiveserializer.testing.Effort;

/**
 * Each mutant is caught by the plays and soaks that must catch it. (JcstressRun does the same for those of
 * jcstress.)
 */
class MutantsTest {
  private static final long PATIENCE_SECONDS = 180;

  @TempDir Path folder;

  @Test
  void allApply() throws IOException {
    Set<String> names = new HashSet<>();
    for (Mutant mutant : Mutants.ALL) {
      assertTrue(names.add(mutant.name()), () -> "two mutants are named " + mutant);
      assertFalse(mutant.patched().isEmpty());
    }
  }

  @Tag("thorough")
  @Test
  void allCompile() throws IOException {
    for (Mutant mutant : Mutants.ALL) {
      mutant.compileInto(folder.resolve(mutant.name()));
    }
  }

  @Test
  void eachRaceOfOneExists() {
    for (Mutant mutant : Mutants.ALL) {
      for (String race : mutant.races()) {
        String name = "org.reactiveserializer.stress." + race.replace('.', '$');
        assertEquals(name, nameOf(name), () -> "a race that must catch the mutant: " + mutant);
      }
    }
  }

  private static String nameOf(String name) {
    try {
      return Class.forName(name).getName();
    } catch (ClassNotFoundException missing) {
      return "missing";
    }
  }

  @Tag("thorough")
  @ParameterizedTest
  @MethodSource("mutants")
  void isCaught(Mutant mutant, String test) throws IOException, InterruptedException {
    String words = run(mutant, test);
    assertTrue(words.contains(MutantMain.CAUGHT), words);
  }

  static Stream<Arguments> mutants() {
    return Mutants.ALL.stream()
        .flatMap(mutant -> mutant.tests().stream().map(test -> Arguments.of(mutant, test)));
  }

  /** The interleavings of the bias: its barrier, which none shows, is left to jcstress. */
  @Tag("thorough")
  @ParameterizedTest
  @MethodSource("plays")
  void biasHolds(String play) throws IOException, InterruptedException {
    String words = run(Mutants.FENCED_BIAS, play);
    assertTrue(words.contains(MutantMain.HELD), words);
  }

  static Stream<String> plays() {
    return Stream.of("Immediate", "Cancelled")
        .map(play -> "SerializedSubscriberLincheckTest$" + play);
  }

  /** Returns what a virtual machine with a mutant prints. */
  private String run(Mutant mutant, String test) throws IOException, InterruptedException {
    Path classes = mutant.compileInto(folder);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> !argument.startsWith("-javaagent"))
        .forEach(command::add);
    command.add("-Dtests.effort=" + Effort.chosen().name().toLowerCase(Locale.ROOT));
    command.addAll(mutant.options());
    command.addAll(
        List.of(
            "-cp",
            classes + File.pathSeparator + System.getProperty("java.class.path"),
            MutantMain.class.getName(),
            test));
    Path output = folder.resolve("output.txt");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
    process.destroyForcibly();
    return (ended ? "" : "not ended: ") + Files.readString(output);
  }
}
