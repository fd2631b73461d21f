package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java examples of the README compile as they stand. */
class ReadmeTest {
  private static final Pattern EXAMPLE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  private static final String PROGRAM =
      """
      import io.reactivex.rxjava3.core.Flowable;
      import io.smallrye.mutiny.Multi;
      import java.time.Duration;
      import java.util.concurrent.Flow;
      import org.reactiveserializer.*;
      import org.reactiveserializer.flow.*;
      import org.reactiveserializer.mutiny.*;
      import org.reactiveserializer.reactor.*;
      import org.reactiveserializer.rxjava3.*;
      import org.reactivestreams.*;
      import reactor.core.publisher.Flux;
      import reactor.core.publisher.Sinks;

      class Example {
        void example() {
      %s
        }

        Publisher<Integer> a, b, c, raw;
        Flow.Publisher<Integer> rawFlow;
        SerializedSink<Integer> sink;
        Publisher<Long> ids;

        Publisher<Row> query(Long id) {
          return Row::publish;
        }

        record Row() {
          static void publish(Subscriber<? super Row> subscriber) {}
        }

        static final class NoDemand implements Subscription {
          public void request(long n) {}
          public void cancel() {}
        }

        static final class PrintingSubscriber implements Subscriber<String> {
          public void onSubscribe(Subscription subscription) {}
          public void onNext(String item) {}
          public void onError(Throwable error) {}
          public void onComplete() {}
        }
      }
      """;

  @Test
  void examplesCompile(@TempDir Path directory) throws IOException {
    String readme = Files.readString(Path.of("..", "README.md"));
    List<String> examples =
        EXAMPLE.matcher(readme).results().map((MatchResult match) -> match.group(1)).toList();
    assertTrue(!examples.isEmpty());
    for (String example : examples) {
      assertEquals("", complaints(PROGRAM.formatted(example), directory), example);
    }
  }

  private static String complaints(String program, Path directory) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter output = new StringWriter();
    List<String> options =
        List.of(
            "-Xlint:all", "-proc:none", "-d", directory.toString(),
            "-cp", System.getProperty("java.class.path"));
    compiler.getTask(output, null, null, options, null, List.of(new Source(program))).call();
    return output.toString();
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String code;

    Source(String code) {
      super(URI.create("string:///Example.java"), Kind.SOURCE);
      this.code = code;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return code;
    }
  }
}
