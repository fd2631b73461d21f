package org.reactiveserializer.observability;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of the page compile. */
class PageTest {
  private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  private static final String PROGRAM =
      """
      import io.reactivex.rxjava3.core.Flowable;
      import org.reactiveserializer.*;
      import org.reactiveserializer.observability.guard.*;
      import org.reactivestreams.Publisher;
      import reactor.core.publisher.Flux;

      abstract class Example {
        Publisher<Integer> a;
        Flux<Integer> flux;
        Flowable<Integer> flowable;

        void example() {
          {
            %s
          }
        }
      }
      """;

  @Test
  void theExamplesCompile(@TempDir Path directory) throws IOException {
    String page = Files.readString(Path.of("..", "docs", "operations.md"));
    List<String> examples =
        BLOCK.matcher(page).results().map((MatchResult block) -> block.group(1)).toList();
    assertEquals(2, examples.size());
    JavaFileObject source = source(PROGRAM.formatted(String.join("} {", examples)));
    StringWriter complaints = new StringWriter();
    List<String> options =
        List.of(
            "-Xlint:all",
            "-proc:none",
            "-d",
            directory.toString(),
            "-cp",
            System.getProperty("java.class.path"));
    ToolProvider.getSystemJavaCompiler()
        .getTask(complaints, null, null, options, null, List.of(source))
        .call();
    assertEquals("", complaints.toString());
  }

  private static JavaFileObject source(String code) {
    return new SimpleJavaFileObject(
        URI.create("string:///Example.java"), JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return code;
      }
    };
  }
}
