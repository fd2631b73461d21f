package org.reactiveserializer.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactiveserializer.testing.Page;

/** The examples with Reactor of the page on calls and keys compile: here are both. */
class GroupByTest {
  private static final String AROUND =
      """
      import org.reactiveserializer.calls.*;
      import reactor.core.publisher.*;

      abstract class %1$s {
        Flux<Integer> flux;

        abstract void handle(int i);

        void example() {
      %2$s
        }
      }
      """;

  @Test
  void theExamplesCompile(@TempDir Path directory) throws IOException {
    List<String> examples =
        Page.examples("docs/calls.md").stream()
            .filter(example -> example.contains("flux."))
            .toList();
    assertEquals(2, examples.size());
    assertEquals("", Page.complaints(AROUND, examples, directory));
  }
}
