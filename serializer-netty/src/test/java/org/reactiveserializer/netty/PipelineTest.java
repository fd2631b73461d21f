package org.reactiveserializer.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import java.io.FileInputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.reactiveserializer.testing.Attack;
import org.reactiveserializer.testing.Await;

/** The stream behind other handlers, and what they and the other side do to a channel. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PipelineTest {
  private final BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
  private final ChannelSettings<ByteBuf> settings =
      ChannelStream.frames(1024).onChannelError((channel, error) -> errors.add(error));
  private final Collecting subscriber = new Collecting(Long.MAX_VALUE);

  @Test
  void worksBehindTls(@TempDir Path directory) throws Exception {
    KeyStore keys = keys(directory.resolve("keys"));
    KeyManagerFactory ofServer =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    ofServer.init(keys, PASSWORD.toCharArray());
    SslContext context = SslContextBuilder.forServer(ofServer).build();
    ChannelStream<ByteBuf> stream = settings.open();
    stream.subscribe(subscriber);
    try (Server server =
            new Server(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    SslHandler handler = context.newHandler(channel.alloc());
                    handler.setHandshakeTimeoutMillis(Await.LONG.toMillis());
                    channel.pipeline().addLast(handler);
                    stream.addTo(channel.pipeline());
                  }
                });
        Server.Client plain = server.connect();
        SSLSocket secure =
            (SSLSocket)
                trusting(keys)
                    .getSocketFactory()
                    .createSocket(plain.socket, null, plain.socket.getPort(), true);
        Server.Client client = new Server.Client(secure)) {
      for (int i = 0; i < 1000; i++) {
        client.send(i);
      }
      for (int i = 0; i < 1000; i++) {
        Received<ByteBuf> received = subscriber.next();
        assertTrue(received.reply(received.message()).isAccepted());
        assertEquals(i, client.receive());
      }
    }
  }

  private static final String PASSWORD = "password";

  private static KeyStore keys(Path file) throws Exception {
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    Process process =
        new ProcessBuilder(
                List.of(
                    keytool,
                    "-genkeypair",
                    "-alias",
                    "server",
                    "-keyalg",
                    "EC",
                    "-dname",
                    "CN=localhost",
                    "-validity",
                    "2",
                    "-storetype",
                    "PKCS12",
                    "-keystore",
                    file.toString(),
                    "-storepass",
                    PASSWORD))
            .inheritIO()
            .start();
    assertEquals(0, process.waitFor());
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (FileInputStream in = new FileInputStream(file.toFile())) {
      keys.load(in, PASSWORD.toCharArray());
    }
    return keys;
  }

  private static SSLContext trusting(KeyStore keys) throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("server", keys.getCertificate("server"));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  @Attack
  void aHandlerThatThrowsClosesItsChannelOnly() throws Exception {
    RuntimeException defect = new IllegalStateException("a defect of the handler");
    ChannelStream<ByteBuf> stream = settings.open();
    stream.subscribe(subscriber);
    try (Server server =
            new Server(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel.pipeline().addLast(new Throwing(defect));
                    stream.addTo(channel.pipeline());
                  }
                });
        Server.Client bad = server.connect();
        Server.Client good = server.connect()) {
      bad.send(-1);
      assertEquals(-1, bad.in.read());
      good.send(1);
      assertEquals(1, subscriber.nextInt());
      assertSame(defect, errors.poll(60, TimeUnit.SECONDS));
      assertNull(errors.poll());
    }
  }

  /** Throws if a frame ends with the byte -1. */
  private static final class Throwing extends ChannelInboundHandlerAdapter {
    private final RuntimeException defect;

    Throwing(RuntimeException defect) {
      this.defect = defect;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ByteBuf bytes = (ByteBuf) message;
      if (bytes.getByte(bytes.writerIndex() - 1) == -1) {
        bytes.release();
        throw defect;
      }
      context.fireChannelRead(message);
    }
  }

  @Test
  void aHalfClosedConnectionIsAnswered() throws Exception {
    ChannelStream<ByteBuf> stream = settings.open();
    stream.subscribe(subscriber);
    try (Server server =
            new Server(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
                    stream.addTo(channel.pipeline());
                  }
                });
        Server.Client client = server.connect()) {
      client.send(1);
      client.socket.shutdownOutput();
      Received<ByteBuf> received = subscriber.next();
      assertTrue(received.reply(received.message()).isAccepted());
      assertEquals(1, client.receive());
      received.channel().close();
      assertEquals(-1, client.in.read());
    }
  }

  @Test
  void theChannelsOfEventLoopsThatShutDownAreForgotten() throws Exception {
    ChannelStream<ByteBuf> stream = settings.open();
    stream.subscribe(subscriber);
    Server server = new Server(stream.initializer());
    try (Server.Client client = server.connect()) {
      client.send(1);
      Received<ByteBuf> received = subscriber.next();
      server.close();
      // Not by reading: a loop of Netty that is shut down at the wrong moment closes nothing.
      Await.until(() -> stream.stats().channels() == 0);
      assertTrue(!received.reply(received.message()).isAccepted());
      received.release();
      stream.close();
      assertTrue(stream.awaitClosed(Duration.ofSeconds(60)));
      Await.until(() -> subscriber.completed);
    }
  }

  /** What a read has brought beyond a channel's share waits in its event loop, which ends. */
  @Test
  void whatAChannelHoldsIsDeliveredAfterItsEventLoopHasEnded() throws Exception {
    int sent = 1000;
    Collecting late = new Collecting(0);
    ChannelStream<ByteBuf> stream = settings.share(4).open();
    stream.subscribe(late);
    Server server = new Server(stream.initializer());
    try (Server.Client client = server.connect()) {
      client.out.write(frames(sent));
      Await.until(() -> stream.stats().received() > 100);
      server.close();
      long received = stream.stats().received();
      late.subscription().request(Long.MAX_VALUE);
      for (int i = 0; i < received; i++) {
        assertEquals(i, late.nextInt());
      }
      stream.close();
      assertTrue(stream.awaitClosed(Duration.ofSeconds(60)));
      assertEquals(received, stream.stats().delivered());
      assertEquals(0, server.usedMemory());
    }
  }

  /** An event loop has left the rest of a delivery to a task, which is cancelled when it shuts down. */
  @Test
  void aDeliveryGoesOnWhenItsEventLoopShutsDown() throws Exception {
    int sent = 1000;
    Collecting late = new Collecting(0);
    ChannelStream<ByteBuf> stream = settings.share(sent).open();
    stream.subscribe(late);
    Server server = new Server(stream.initializer());
    try (Server.Client client = server.connect()) {
      client.out.write(frames(sent));
      Await.until(() -> stream.stats().received() == sent);
      late.subscription().request(1);
      Received<ByteBuf> first = late.next();
      first
          .channel()
          .eventLoop()
          .execute(
              () -> {
                late.subscription().request(Long.MAX_VALUE);
                server.loops.shutdownGracefully(0, 10, TimeUnit.SECONDS);
              });
      first.release();
      for (int i = 1; i < sent; i++) {
        assertEquals(i, late.nextInt());
      }
      stream.close();
      assertTrue(stream.awaitClosed(Duration.ofSeconds(60)));
      Await.until(() -> late.completed);
      server.close();
      assertEquals(0, server.usedMemory());
    }
  }

  /** A handler that is removed while its channel is being read does not see the end of the read. */
  @Test
  void aHandlerThatIsRemovedDuringAReadDeliversWhatItHolds() throws Exception {
    int sent = 10;
    ChannelStream<ByteBuf> stream =
        ChannelStream.of(ByteBuf.class).share(4).creditAtDelivery().open();
    Collecting all = new Collecting(Long.MAX_VALUE);
    stream.subscribe(all);
    EmbeddedChannel channel = new EmbeddedChannel();
    stream.addTo(channel.pipeline());
    channel
        .eventLoop()
        .execute(
            () -> {
              for (int i = 0; i < sent; i++) {
                channel.pipeline().fireChannelRead(Unpooled.copyInt(i));
              }
              Received<ByteBuf> first = all.messages.remove();
              assertTrue(first.reply(first.message()).isAccepted());
              channel.pipeline().removeLast();
            });
    channel.runPendingTasks();
    ByteBuf reply = channel.readOutbound();
    assertEquals(0, reply.getInt(0));
    reply.release();
    Await.until(
        () -> {
          channel.runPendingTasks();
          channel.runScheduledPendingTasks();
          return stream.stats().channels() == 0;
        });
    for (int i = 1; i < sent; i++) {
      assertEquals(i, all.nextInt());
    }
    channel.finishAndReleaseAll();
  }

  private static byte[] frames(int count) {
    ByteBuffer frames = ByteBuffer.allocate(count * 8);
    for (int i = 0; i < count; i++) {
      frames.putInt(4).putInt(i);
    }
    return frames.array();
  }
}
