package org.reactiveserializer.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.internal.engine.Emitter;

/** What the compiler made of the classes, as javap shows it. */
class BytecodeTest {
  @Test
  void noMonitorIsEntered() throws Exception {
    assertTrue(entersMonitor(codeOf(fileOf(Monitored.class))));
    Path main =
        Path.of(Serializer.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (Stream<Path> files = Files.walk(main)) {
      Path[] all = files.filter(file -> file.toString().endsWith(".class")).toArray(Path[]::new);
      assertTrue(all.length > 50);
      assertFalse(entersMonitor(codeOf(all)));
    }
  }

  /** HotSpot inlines a method that is often called only if it is no longer (FreqInlineSize). */
  @Test
  void theStraightWayIsShortEnoughToBeInlined() throws Exception {
    int last =
        codeOf(fileOf(Emitter.class))
            .split(" emitAlone\\(", 2)[1]
            .split("Exception table", 2)[0]
            .lines()
            .map(String::strip)
            .filter(line -> line.matches("\\d+: .*"))
            .mapToInt(line -> Integer.parseInt(line.substring(0, line.indexOf(':'))))
            .max()
            .orElseThrow();
    assertTrue(last > 100 && last < 325, () -> "the last instruction is at " + last);
  }

  private static boolean entersMonitor(String code) {
    return code.contains("monitorenter") || code.contains(" synchronized ");
  }

  private static String codeOf(Path... classFiles) {
    StringWriter out = new StringWriter();
    ToolProvider javap = ToolProvider.findFirst("javap").orElseThrow();
    String[] arguments =
        Stream.concat(Stream.of("-p", "-c"), Stream.of(classFiles).map(Path::toString))
            .toArray(String[]::new);
    assertEquals(0, javap.run(new PrintWriter(out), new PrintWriter(out), arguments));
    return out.toString();
  }

  private static Path fileOf(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI())
        .resolve(type.getName().replace('.', '/') + ".class");
  }

  /** Enters a monitor: the test must find it. */
  private static final class Monitored {
    private int count;

    @SuppressWarnings("unused")
    void increment() {
      synchronized (this) {
        count++;
      }
    }
  }
}
