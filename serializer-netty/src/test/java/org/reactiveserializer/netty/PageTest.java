package org.reactiveserializer.netty;

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
      import io.netty.bootstrap.ServerBootstrap;
      import io.netty.buffer.ByteBuf;
      import io.netty.channel.*;
      import io.netty.channel.nio.NioIoHandler;
      import io.netty.channel.socket.nio.NioServerSocketChannel;
      import io.netty.handler.codec.LineBasedFrameDecoder;
      import io.netty.handler.codec.string.*;
      import io.netty.handler.ssl.SslContext;
      import java.lang.System.Logger;
      import java.lang.System.Logger.Level;
      import java.time.Duration;
      import org.reactiveserializer.netty.*;
      import org.reactivestreams.Subscriber;

      abstract class %1$s {
        static final Logger LOGGER = System.getLogger("server");

        Subscriber<Received<ByteBuf>> subscriber;
        SslContext sslContext;
        Channel channel;
        Channel serverChannel;
        ChannelPipeline pipeline;
        EventLoopGroup loops;
        ChannelStream<ByteBuf> stream;

        %2$s
      }
      """;
  private static final String METHOD =
      """
      void example() throws Exception {
        %s
      }
      """;

  @Test
  void theExamplesCompile(@TempDir Path directory) throws IOException {
    List<String> examples =
        Page.examples("docs/connections.md").stream()
            .map(example -> example.startsWith("public ") ? example : METHOD.formatted(example))
            .toList();
    assertEquals(4, examples.size());
    assertEquals("", Page.complaints(AROUND, examples, directory));
  }
}
