package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** All tests that the list of the bridges' tests names exist. */
class BridgesMappingTest {
  private static final Path LIST = Path.of("..", "docs", "internals", "rivals.md");
  private static final Path TESTS = Path.of("src", "test", "java", "org", "reactiveserializer");

  /** A method, with or without its class: {@code `ChainTest.method`}, {@code `.method`}. */
  private static final Pattern NAMED = Pattern.compile("`([A-Z]\\w+)?\\.(\\w+)`");

  @Test
  void theTestsExist() throws IOException {
    List<MatchResult> named = NAMED.matcher(Files.readString(LIST)).results().toList();
    assertTrue(named.size() > 80, "the pattern does not match the list");
    List<String> missing =
        named.stream().filter(test -> !exists(test)).map(MatchResult::group).toList();
    assertEquals(List.of(), missing);
  }

  private static boolean exists(MatchResult test) {
    String type = test.group(1) == null ? "" : test.group(1) + ".java";
    try (Stream<Path> files = Files.walk(TESTS)) {
      return files
          .filter(file -> file.toString().endsWith(type.isEmpty() ? ".java" : type))
          .anyMatch(file -> contains(file, " void " + test.group(2) + "("));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean contains(Path file, String declaration) {
    try {
      return Files.readString(file).contains(declaration);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
