package org.reactiveserializer.io;

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
      import static org.reactiveserializer.io.ring.Peer.*;

      import java.net.InetSocketAddress;
      import java.nio.ByteBuffer;
      import java.nio.file.Path;
      import java.time.Duration;
      import java.util.Set;
      import java.util.concurrent.locks.LockSupport;
      import org.reactiveserializer.Overflow;
      import org.reactiveserializer.io.datagram.*;
      import org.reactiveserializer.io.ring.*;
      import org.reactivestreams.*;

      abstract class %1$s {
        DatagramSource source;
        Subscriber<Datagram> subscriber;
        Path directory;
        Publisher<ByteBuffer> publisherOfByteBuffers;
        Subscriber<ByteBuffer> subscriberOfByteBuffers;
        IntWriter writer;
        int value;

        abstract ByteBuffer answer(ByteBuffer payload);

        %2$s
      }
      """;
  private static final String METHOD =
      """
      boolean example() throws Exception {
        %s
        return true;
      }
      """;

  @Test
  void theExamplesCompile(@TempDir Path directory) throws IOException {
    List<String> examples =
        Page.examples("docs/datagrams-and-rings.md").stream()
            .map(example -> example.startsWith("public ") ? example : METHOD.formatted(example))
            .toList();
    assertEquals(4, examples.size());
    assertEquals("", Page.complaints(AROUND, examples, directory));
  }
}
