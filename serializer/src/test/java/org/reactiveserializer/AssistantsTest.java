package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the two pages for assistants name exists: an assistant believes what it reads. */
class AssistantsTest {
  private static final Path ROOT = Path.of("..");
  private static final Path CALLS =
      ROOT.resolve("serializer-calls/src/main/java/org/reactiveserializer/calls");
  private static final String LIBRARY = "org.reactiveserializer";
  private static final List<String> PACKAGES =
      List.of("", ".flow", ".rxjava3", ".reactor", ".mutiny");
  private static final Pattern SPAN = Pattern.compile("`([^`\n]+)`");
  private static final Pattern LINK = Pattern.compile("]\\(([^)#:]+)\\)");
  private static final Pattern COMMAND = Pattern.compile("(?m)^(?:mvn|\\.ci/|benchmarks/).*");
  private static final Pattern OPTION = Pattern.compile("-pl ([\\w,-]+)|-Dtest=(\\w+)|-P(\\w+)");

  /** A type, or a call of one of its methods with the names of its parameters. */
  private static final Pattern NAMED =
      Pattern.compile("([A-Z]\\w+)(?:\\.(?:<\\w+>)?(\\w+)\\((\\w*(?:, \\w+)*)\\))?(?:\\..*)?");

  @Test
  void everyTypeAndMethodForUsersExists() throws IOException {
    List<String> named =
        spans("llms.txt").filter(span -> Character.isUpperCase(span.charAt(0))).toList();
    assertTrue(named.size() > 30, named::toString);
    assertEquals(List.of(), named.stream().filter(Predicate.not(AssistantsTest::exists)).toList());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"SerialSinks", "SerialSink.tryPush(item)", "SerialSink.emit(item, timeout, more)"})
  void noticesWhatDoesNotExist(String named) {
    assertTrue(!exists(named));
  }

  @Test
  void everyPackageExists() throws IOException {
    List<String> missing =
        spans("llms.txt")
            .filter(span -> span.startsWith(LIBRARY) && !span.contains(":"))
            .filter(span -> !PACKAGES.contains(span.substring(LIBRARY.length())))
            .toList();
    assertEquals(List.of(), missing);
  }

  /** Classes of the core, and files. */
  @Test
  void everyPlaceForContributorsExists() throws IOException {
    List<String> missing =
        spans("AGENTS.md")
            .filter(span -> span.matches("[\\w.-]+(/[\\w.-]+)*"))
            .filter(span -> !isPlace(span))
            .toList();
    assertEquals(List.of(), missing);
  }

  private static boolean isPlace(String span) {
    return Files.exists(ROOT.resolve(span))
        || (span.startsWith("internal.") && classOf(LIBRARY + '.' + span) != null)
        || span.equals("reflect-config.json");
  }

  @ParameterizedTest
  @ValueSource(strings = {"llms.txt", "AGENTS.md"})
  void everyLinkLeadsSomewhere(String page) throws IOException {
    List<String> broken =
        LINK.matcher(text(page))
            .results()
            .map(link -> link.group(1))
            .filter(path -> !Files.exists(ROOT.resolve(path)))
            .toList();
    assertEquals(List.of(), broken);
  }

  @Test
  void everyCommandHasItsModuleTestAndProfile() throws IOException {
    String pom = Files.readString(ROOT.resolve("pom.xml"));
    List<String> commands =
        COMMAND.matcher(text("AGENTS.md")).results().map(MatchResult::group).toList();
    assertTrue(commands.size() > 5, commands::toString);
    for (String command : commands) {
      assertTrue(
          command.startsWith("mvn ") || Files.exists(ROOT.resolve(command.split(" ")[0])), command);
      OPTION
          .matcher(command)
          .results()
          .forEach(
              option -> {
                if (option.group(1) != null) {
                  assertTrue(Files.exists(ROOT.resolve(option.group(1))), command);
                } else if (option.group(2) != null) {
                  assertTrue(classOf(LIBRARY + '.' + option.group(2)) != null, command);
                } else {
                  assertTrue(pom.contains("<id>" + option.group(3) + "</id>"), command);
                }
              });
    }
  }

  /** Of the artifact of calls, which is compiled after this one: its source has it. */
  private static boolean isCall(MatchResult named) {
    Path source = CALLS.resolve(named.group(1) + ".java");
    try {
      return Files.exists(source)
          && (named.group(2) == null
              || Files.readString(source).contains(" " + named.group(2) + "("));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean exists(String named) {
    MatchResult match = NAMED.matcher(named).results().findFirst().orElseThrow();
    Class<?> type =
        PACKAGES.stream()
            .<Class<?>>mapMulti(
                (place, found) -> {
                  Class<?> there = classOf(LIBRARY + place + '.' + match.group(1));
                  if (there != null) {
                    found.accept(there);
                  }
                })
            .findFirst()
            .orElse(null);
    if (type == null && isCall(match)) {
      return true;
    }
    if (type == null || match.group(2) == null) {
      return type != null && named.equals(match.group(1));
    }
    int parameters = match.group(3).isEmpty() ? 0 : match.group(3).split(", ").length;
    return Arrays.stream(type.getMethods())
        .anyMatch(
            method ->
                method.getName().equals(match.group(2))
                    && method.getParameterCount() == parameters);
  }

  private static @Nullable Class<?> classOf(String name) {
    try {
      return Class.forName(name, false, AssistantsTest.class.getClassLoader());
    } catch (ClassNotFoundException missing) {
      return null;
    }
  }

  private static Stream<String> spans(String page) throws IOException {
    return SPAN.matcher(text(page)).results().map(span -> span.group(1));
  }

  private static String text(String page) throws IOException {
    return Files.readString(ROOT.resolve(page));
  }
}
