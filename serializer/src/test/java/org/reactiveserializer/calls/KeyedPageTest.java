package org.reactiveserializer.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactiveserializer.support.Example;

/** The example of docs/keyed.md compiles. */
class KeyedPageTest {
  private static final String AROUND =
      """
      import java.util.concurrent.Executor;
      import org.reactiveserializer.EmitOutcome;
      import org.reactiveserializer.calls.*;

      abstract class Page {
        record Order(String account) {}

        interface Log {
          void warn(String text, Throwable error);
        }

        abstract void book(Order order);

        void example(Order next, Executor pool, Log log) {
      %s
        }
      }
      """;

  @Test
  void theExampleCompiles(@TempDir Path directory) throws Exception {
    List<String> examples = Example.in("docs/keyed.md").toList();
    assertEquals(1, examples.size());
    assertEquals("", Example.complaints("Page", AROUND.formatted(examples.get(0)), directory));
  }
}
