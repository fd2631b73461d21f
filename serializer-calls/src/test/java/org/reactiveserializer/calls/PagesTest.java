package org.reactiveserializer.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactiveserializer.testing.Page;

/** The examples of the page on calls and keyed sinks compile. */
class PagesTest {
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

      abstract class %1$s {
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
      %2$s
        }
      }
      """;

  @Test
  void theExamplesCompile(@TempDir Path directory) throws IOException {
    List<String> examples =
        Page.examples("docs/calls.md").stream()
            .filter(
                example ->
                    !example.contains("flux.")) // of Reactor: the module of the examples has them
            .toList();
    assertEquals(6, examples.size());
    assertEquals("", Page.complaints(AROUND, examples, directory));
  }
}
