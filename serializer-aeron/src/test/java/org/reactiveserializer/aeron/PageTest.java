package org.reactiveserializer.aeron;

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
      import static java.nio.charset.StandardCharsets.UTF_8;

      import io.aeron.ChannelUri;
      import io.aeron.archive.client.AeronArchive;
      import java.time.Duration;
      import org.agrona.MutableDirectBuffer;
      import org.reactiveserializer.aeron.*;
      import org.reactivestreams.Subscriber;

      abstract class %1$s {
        Subscriber<String> subscriber;
        AeronArchive archive;
        MessageReader<String> reader;
        long recordingId;
        long position;
        long length;

        void example() throws Exception {
          %2$s
        }
      }
      """;

  @Test
  void theExamplesCompile(@TempDir Path directory) throws IOException {
    List<String> examples = Page.examples("docs/aeron.md");
    assertEquals(2, examples.size());
    assertEquals("", Page.complaints(AROUND, examples, directory));
  }
}
