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

/** The methods that docs/platforms.md names for BlockHound exist: BlockHound ignores others. */
class PlatformsPageTest {
  private static final Pattern ALLOWED =
      Pattern.compile("allowBlockingCallsInside\\(\"([^\"]+)\", \"([^\"]+)\"\\)");

  @Test
  void namesMethodsThatExist() throws IOException, ClassNotFoundException {
    String page = Files.readString(Path.of("..", "docs", "platforms.md"));
    List<MatchResult> allowed = ALLOWED.matcher(page).results().toList();
    assertEquals(5, allowed.size());
    for (MatchResult line : allowed) {
      Class<?> type = Class.forName(line.group(1));
      assertTrue(
          Arrays.stream(type.getDeclaredMethods())
              .anyMatch(method -> method.getName().equals(line.group(2))),
          line::group);
    }
  }
}
