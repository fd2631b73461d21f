package org.reactiveserializer.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of the page on calls and keyed sinks compile. */
class PagesTest {
  private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  private static final String AROUND =
      """
      import java.io.*;
      import java.nio.ByteBuffer;
      import java.nio.channels.WritableByteChannel;
      import static java.nio.charset.StandardCharsets.UTF_8;
      import java.time.Duration;
      import java.util.List;
      import java.util.concurrent.*;
      import org.reactiveserializer.*;
      import org.reactiveserializer.calls.*;

      abstract class Page%d {
        record Order(String account) {}

        interface Log {
          void warn(String text, Throwable error);
        }

        abstract void book(Order order);

        abstract CompletionStage<Integer> write(WritableByteChannel target, ByteBuffer buffer);

        abstract void close(WritableByteChannel channel);

        void example(
            Order next, Executor pool, Log log, WritableByteChannel channel, List<Integer> plain, Integer item)
            throws Exception {
      %s
        }
      }
      """;

  private static Stream<String> examples() throws IOException {
    return BLOCK
        .matcher(Files.readString(Path.of("..", "docs", "calls.md")))
        .results()
        .map(match -> match.group(1))
        .filter(example -> !example.contains("flux.")); // of Reactor, which is not here
  }

  @Test
  void theExamplesCompile(@TempDir Path directory) throws IOException {
    List<String> examples = examples().toList();
    assertEquals(6, examples.size());
    List<Source> sources =
        IntStream.range(0, examples.size()).mapToObj(i -> new Source(i, examples.get(i))).toList();
    StringWriter complaints = new StringWriter();
    List<String> options =
        List.of(
            "-Xlint:all,-processing",
            "-proc:none",
            "-d",
            directory.toString(),
            "-cp",
            System.getProperty("java.class.path"));
    ToolProvider.getSystemJavaCompiler()
        .getTask(complaints, null, null, options, null, sources)
        .call();
    assertEquals("", complaints.toString());
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String code;

    Source(int number, String example) {
      super(URI.create("string:///Page" + number + ".java"), Kind.SOURCE);
      code = AROUND.formatted(number, example);
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return code;
    }
  }
}
