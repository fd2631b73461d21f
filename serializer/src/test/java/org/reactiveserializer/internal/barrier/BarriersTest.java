package org.reactiveserializer.internal.barrier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.support.BiasStatus;
import org.reactivestreams.Publisher;

/**
 * Which barrier a virtual machine chooses, and that it prints nothing else. Each test starts its
 * own.
 */
class BarriersTest {
  private static final int JDK = Runtime.version().feature();
  private static final boolean X86_64_LINUX =
      System.getProperty("os.name").equals("Linux")
          && System.getProperty("os.arch").equals("amd64");
  private static final String NO_SYSTEM = "off: needs JDK 22 or later, this is " + JDK;

  @TempDir private Path directory;

  @Test
  void offByProperty() throws Exception {
    assertStatus("off: -Dorg.reactiveserializer.bias=off", "-Dorg.reactiveserializer.bias=off");
  }

  @Test
  void offForAnUnknownValue() throws Exception {
    assertStatus(
        "off: -Dorg.reactiveserializer.bias=yes is not one of on, off, safepoint",
        "-Dorg.reactiveserializer.bias=yes");
  }

  @Test
  void safepointsEverywhere() throws Exception {
    assertStatus("on: safepoints, slow", "-Dorg.reactiveserializer.bias=safepoint");
  }

  @Test
  void offOnTheClassPathUnlessNativeAccessIsEnabled() throws Exception {
    assertStatus(withoutNativeAccess("ALL-UNNAMED"));
  }

  @Test
  void offOnOtherSystems() throws Exception {
    String[] mac = {"-Dos.name=Mac OS X", "-Dos.arch=aarch64"};
    assertStatus(JDK < 22 ? NO_SYSTEM : "off: not for mac os x aarch64", mac);
  }

  @Test
  void theSystemsBarrierOnTheClassPathWhereNativeAccessIsEnabled() throws Exception {
    assertStatus(withNativeAccess(), "--enable-native-access=ALL-UNNAMED");
  }

  @Test
  void theSystemsBarrierOnTheModulePathWhereNativeAccessIsEnabled() throws Exception {
    List<String> path =
        List.of("-p", pathOf(Serializer.class, Publisher.class), "-cp", pathOf(BiasStatus.class));
    List<String> arguments = new ArrayList<>(path);
    arguments.add("--add-modules=org.reactiveserializer");
    assertEquals(List.of(withoutNativeAccess("org.reactiveserializer")), run(arguments));
    arguments.add("--enable-native-access=org.reactiveserializer");
    assertEquals(List.of(withNativeAccess()), run(arguments));
  }

  private static String withNativeAccess() {
    if (JDK < 22) {
      return NO_SYSTEM;
    }
    return X86_64_LINUX ? "on: membarrier" : "off: " + otherSystem();
  }

  private static String withoutNativeAccess(String module) {
    if (JDK < 22) {
      return NO_SYSTEM;
    }
    return "off: " + (X86_64_LINUX ? "needs --enable-native-access=" + module : otherSystem());
  }

  private static String otherSystem() {
    String platform = System.getProperty("os.name") + " " + System.getProperty("os.arch");
    return "not for " + platform.toLowerCase(Locale.ROOT);
  }

  private void assertStatus(String expected, String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("-cp", pathOf(Serializer.class, Publisher.class, BiasStatus.class)));
    assertEquals(List.of(expected), run(all));
  }

  /**
   * Runs a virtual machine, and returns the lines that it wrote to standard output and standard
   * error.
   */
  private List<String> run(List<String> arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(arguments);
    command.add(BiasStatus.class.getName());
    File output = directory.resolve("output").toFile();
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output).start();
    int status = process.waitFor();
    String text = Files.readString(output.toPath(), StandardCharsets.UTF_8);
    assertTrue(status == 0, text);
    return text.lines().toList();
  }

  private static String pathOf(Class<?>... types) throws Exception {
    List<String> paths = new ArrayList<>();
    for (Class<?> type : types) {
      paths.add(
          Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString());
    }
    return String.join(File.pathSeparator, paths);
  }
}
