package org.reactiveserializer.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The machine that the figures come from.
 *
 * @param processor the model, if the system reports it
 * @param processors how many of them the virtual machine may use
 * @param system the operating system
 * @param java the Java runtime
 */
public record Machine(String processor, int processors, String system, String java) {
  private static final Path LINUX_PROCESSORS = Path.of("/proc/cpuinfo");

  public static Machine current() {
    return new Machine(
        model(),
        Runtime.getRuntime().availableProcessors(),
        String.join(" ", property("os.name"), property("os.version"), property("os.arch")),
        String.join(" ", property("java.vm.name"), property("java.vm.version")));
  }

  @Override
  public String toString() {
    return "%s, %d processors, %s, %s".formatted(processor, processors, system, java);
  }

  private static String model() {
    if (!Files.isReadable(LINUX_PROCESSORS)) {
      return "unknown processor";
    }
    try (Stream<String> lines = Files.lines(LINUX_PROCESSORS)) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("unknown processor");
    } catch (IOException unreadable) {
      return "unknown processor";
    }
  }

  private static String property(String name) {
    return System.getProperty(name, "");
  }
}
