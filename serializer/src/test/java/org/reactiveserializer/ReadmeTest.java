package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The Java programs of the README compile and run unchanged. The other examples, also those of the
 * docs, compile inside a surrounding class.
 */
class ReadmeTest {
  private static final Pattern EXAMPLE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final Pattern MAIN_CLASS = Pattern.compile("public class (\\w+) ");
  private static final List<String> LINES = List.of("from a socket", "from a timer");

  private static final String PROGRAM =
      """
      import io.reactivex.rxjava3.core.BackpressureStrategy;
      import io.reactivex.rxjava3.core.Flowable;
      import io.reactivex.rxjava3.core.FlowableEmitter;
      import io.reactivex.rxjava3.processors.FlowableProcessor;
      import io.reactivex.rxjava3.processors.UnicastProcessor;
      import io.smallrye.mutiny.Multi;
      import java.time.Duration;
      import java.util.concurrent.Flow;
      import java.util.concurrent.ForkJoinPool;
      import java.util.concurrent.SubmissionPublisher;
      import java.util.function.Consumer;
      import org.reactiveserializer.*;
      import org.reactiveserializer.flow.*;
      import org.reactiveserializer.mutiny.*;
      import org.reactiveserializer.reactor.*;
      import org.reactiveserializer.rxjava3.*;
      import org.reactivestreams.*;
      import reactor.core.publisher.Flux;
      import reactor.core.publisher.FluxSink;
      import reactor.core.publisher.Sinks;

      class Example {
        void example() {
      %s
        }

        Publisher<Integer> a, b, c;
        Flowable<Integer> flowable;
        Flux<Integer> flux;
        Multi<Integer> multi;
        Subscriber<Integer> downstream;
        Flow.Subscriber<Integer> flowSubscriber;
        Integer item;

        void register(Consumer<Integer> callback) {}

        void unregister() {}

        Publisher<Long> ids;

        Publisher<Row> query(Long id) {
          return Row::publish;
        }

        record Row() {
          static void publish(Subscriber<? super Row> subscriber) {}
        }
      }
      """;

  private static Stream<String> examples(String page) throws IOException {
    String text = Files.readString(Path.of("..", page));
    return EXAMPLE.matcher(text).results().map(match -> match.group(1));
  }

  static Stream<String> programs() throws IOException {
    return examples("README.md").filter(ReadmeTest::isProgram);
  }

  static Stream<String> fragments() throws IOException {
    Stream<String> ofPages =
        Stream.concat(examples("docs/migration.md"), examples("docs/frameworks.md"));
    return Stream.concat(
        examples("README.md").filter(example -> !isProgram(example)), ofPages);
  }

  private static boolean isProgram(String example) {
    return example.startsWith("import ");
  }

  @ParameterizedTest
  @MethodSource("fragments")
  void fragmentsCompile(String fragment, @TempDir Path directory) {
    assertEquals("", complaints("Example", PROGRAM.formatted(fragment), directory));
  }

  @Test
  void thereIsAProgramForEachLibrary() throws IOException {
    assertEquals(5, programs().count());
    assertTrue(fragments().count() > 25);
  }

  @ParameterizedTest
  @MethodSource("programs")
  void programsCompileAndRun(String program, @TempDir Path directory) throws Exception {
    Matcher name = MAIN_CLASS.matcher(program);
    assertTrue(name.find(), program);
    assertEquals("", complaints(name.group(1), program, directory));
    List<String> printed = run(name.group(1), directory);
    assertTrue(printed.containsAll(LINES), printed::toString);
  }

  /** Runs it in a separate process, because it prints to the standard output. */
  private static List<String> run(String mainClass, Path directory)
      throws IOException, InterruptedException {
    Path output = directory.resolve("output");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                directory + File.pathSeparator + System.getProperty("java.class.path"),
                mainClass)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertEquals(0, process.waitFor(), () -> mainClass + " failed");
    return Files.readAllLines(output);
  }

  private static String complaints(String name, String program, Path directory) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter output = new StringWriter();
    List<String> options =
        List.of(
            "-Xlint:all", "-proc:none", "-d", directory.toString(),
            "-cp", System.getProperty("java.class.path"));
    compiler.getTask(output, null, null, options, null, List.of(new Source(name, program))).call();
    return output.toString();
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String code;

    Source(String name, String code) {
      super(URI.create("string:///" + name + ".java"), Kind.SOURCE);
      this.code = code;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return code;
    }
  }
}
