package org.reactiveserializer.observability;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactiveserializer.testing.Page;

/** The examples of the page compile. */
class PageTest {
  private static final String AROUND =
      """
      import io.reactivex.rxjava3.core.Flowable;
      import org.reactiveserializer.*;
      import org.reactiveserializer.observability.guard.*;
      import org.reactivestreams.Publisher;
      import reactor.core.publisher.Flux;

      abstract class %1$s {
        Publisher<Integer> a;
        Flux<Integer> flux;
        Flowable<Integer> flowable;

        void example() {
          %2$s
        }
      }
      """;

  @Test
  void theExamplesCompile(@TempDir Path directory) throws IOException {
    List<String> examples = Page.examples("docs/operations.md");
    assertEquals(2, examples.size());
    assertEquals("", Page.complaints(AROUND, examples, directory));
  }
}
