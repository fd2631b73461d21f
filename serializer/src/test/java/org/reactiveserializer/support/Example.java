package org.reactiveserializer.support;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** The Java examples of the documentation: finds, compiles and runs them. */
public final class Example {
  private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  /** What surrounds an example that is not a program. */
  private static final String PROGRAM =
      """
      import io.reactivex.rxjava3.core.*;
      import io.reactivex.rxjava3.processors.*;
      import io.smallrye.mutiny.Multi;
      import io.smallrye.mutiny.operators.multi.processors.BroadcastProcessor;
      import java.io.*;
      import static java.nio.charset.StandardCharsets.UTF_8;
      import java.time.Duration;
      import java.util.Comparator;
      import java.util.List;
      import java.util.concurrent.Flow;
      import java.util.concurrent.ForkJoinPool;
      import java.util.concurrent.SubmissionPublisher;
      import org.reactiveserializer.*;
      import org.reactiveserializer.flow.*;
      import org.reactiveserializer.mutiny.*;
      import org.reactiveserializer.reactor.*;
      import org.reactiveserializer.rxjava3.*;
      import org.reactivestreams.*;
      import reactor.core.publisher.Flux;
      import reactor.core.publisher.FluxSink;
      import reactor.core.publisher.Mono;
      import reactor.core.publisher.Sinks;

      public class %s extends org.reactiveserializer.support.Stage {
        @Override
        public void example() {
      %s
        }
      }
      """;

  private Example() {}

  /** Returns the examples of a page, given its path from the root of the project. */
  public static Stream<String> in(String page) throws IOException {
    String text = Files.readString(Path.of("..", page));
    return BLOCK.matcher(text).results().map(match -> match.group(1));
  }

  /** Compiles the code of methods, each within a {@link Stage}, and returns the complaints. */
  public static String complaintsAbout(List<String> codes, Path directory) {
    List<Source> sources =
        IntStream.range(0, codes.size())
            .mapToObj(
                i -> new Source("Example" + i, PROGRAM.formatted("Example" + i, codes.get(i))))
            .toList();
    return complaints(sources, directory);
  }

  /** Runs the compiled code with the given number. */
  public static void run(int number, Path directory, int threads) throws Exception {
    URL[] place = {directory.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(place, Example.class.getClassLoader())) {
      Stage stage = (Stage) loader.loadClass("Example" + number).getConstructor().newInstance();
      stage.threads = threads;
      stage.example();
    }
  }

  /** Compiles a class, and returns the messages of the compiler. */
  public static String complaints(String name, String program, Path directory) {
    return complaints(List.of(new Source(name, program)), directory);
  }

  private static String complaints(List<Source> sources, Path directory) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter output = new StringWriter();
    List<String> options =
        List.of(
            "-Xlint:all",
            "-proc:none",
            "-d",
            directory.toString(),
            "-cp",
            System.getProperty("java.class.path"));
    compiler.getTask(output, null, null, options, null, sources).call();
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
