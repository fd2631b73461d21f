package org.reactiveserializer.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The methods that are named to BlockHound exist: it ignores others. */
class AllowedHintsTest {
  private static final Pattern ALLOWED =
      Pattern.compile("allowBlockingCallsInside\\((INTERNAL \\+ )?\"([^\"]+)\", \"([^\"]+)\"\\)");

  @Test
  void namesMethodsThatExist() throws IOException, ClassNotFoundException {
    Path source =
        Path.of("..", "serializer", "src", "main", "java", "org", "reactiveserializer")
            .resolve(Path.of("internal", "blockhound", "AllowedHints.java"));
    List<MatchResult> allowed = ALLOWED.matcher(Files.readString(source)).results().toList();
    assertEquals(3, allowed.size());
    for (MatchResult line : allowed) {
      String prefix = line.group(1) == null ? "" : "org.reactiveserializer.internal.";
      Class<?> type = Class.forName(prefix + line.group(2));
      assertTrue(
          Arrays.stream(type.getDeclaredMethods())
              .anyMatch(method -> method.getName().equals(line.group(3))),
          line::group);
    }
  }
}
