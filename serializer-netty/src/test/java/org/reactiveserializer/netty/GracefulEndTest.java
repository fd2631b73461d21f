package org.reactiveserializer.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.testing.Attack;
import org.reactiveserializer.testing.Await;

/** {@link ChannelStream#closeGracefully}, and what {@link ChannelStream#close} loses in its place. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GracefulEndTest {
  private static final int REQUESTS = 4;
  private static final int LARGE = 20_000_000;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final ChannelSettings<ByteBuf> settings = ChannelStream.frames(1024);
  private final CountDownLatch mayAnswer = new CountDownLatch(1);

  @AfterEach
  void endThreads() {
    threads.shutdownNow();
  }

  /** Answers in other threads, when it may. */
  private Collecting pool(long demand) {
    return new Collecting(demand) {
      @Override
      void accept(Received<ByteBuf> received) {
        messages.add(received);
        threads.execute(() -> answer(received));
      }
    };
  }

  private void answer(Received<ByteBuf> received) {
    try {
      mayAnswer.await();
    } catch (InterruptedException end) {
      return;
    }
    if (!received.reply(received.message()).isAccepted()) {
      received.release();
    }
  }

  private Future<Boolean> closing(ChannelStream<ByteBuf> stream) {
    return threads.submit(() -> stream.closeGracefully(Await.LONG));
  }

  /** The end has begun when others are refused. */
  static void awaitRefusal(ChannelStream<ByteBuf> stream, Server server) {
    Await.until(
        () -> {
          try {
            server.connect().close();
          } catch (IOException refused) {
            throw new UncheckedIOException(refused);
          }
          return stream.stats().refused() > 0;
        });
  }

  @Attack
  void requestsInFlightAreAnswered() throws Exception {
    ChannelStream<ByteBuf> stream = settings.open();
    stream.subscribe(pool(Long.MAX_VALUE));
    try (Server server = new Server(stream.initializer());
        Server.Client client = server.connect();
        Server.Client silent = server.connect()) {
      Await.until(() -> stream.stats().channels() == 2);
      for (int i = 0; i < REQUESTS; i++) {
        client.send(i);
      }
      Await.until(() -> stream.stats().delivered() == REQUESTS);
      Future<Boolean> closed = closing(stream);
      assertEquals(-1, silent.in.read());
      silent.socket.close();
      Await.until(() -> stream.stats().channels() == 1);
      mayAnswer.countDown();
      int sum = 0;
      for (int i = 0; i < REQUESTS; i++) {
        sum += client.receive();
      }
      assertEquals(6, sum);
      assertEquals(-1, client.in.read());
      client.socket.close();
      assertTrue(closed.get());
      ChannelStats stats = stream.stats();
      assertEquals(0, stats.cutOff(), stats::toString);
      assertEquals(0, stats.held(), stats::toString);
      assertEquals(REQUESTS, stats.delivered(), stats::toString);
    }
  }

  /** The twin: an end that does not wait. */
  @Test
  void closeLosesTheAnswers() throws Exception {
    ChannelStream<ByteBuf> stream = settings.open();
    Collecting pool = pool(Long.MAX_VALUE);
    stream.subscribe(pool);
    try (Server server = new Server(stream.initializer());
        Server.Client client = server.connect()) {
      for (int i = 0; i < REQUESTS; i++) {
        client.send(i);
      }
      Await.until(() -> stream.stats().delivered() == REQUESTS);
      stream.close();
      assertTrue(stream.awaitClosed(Await.LONG));
      mayAnswer.countDown();
      assertEquals(-1, client.in.read());
      assertEquals(1, stream.stats().cutOff());
    }
  }

  /** Messages that wait in the stream and for the credit of their channel are delivered as requested. */
  @Test
  void whatHasArrivedIsDeliveredAsRequested() throws Exception {
    ChannelStream<ByteBuf> stream = settings.share(2).open();
    Collecting subscriber = new Collecting(0);
    stream.subscribe(subscriber);
    mayAnswer.countDown();
    try (Server server = new Server(stream.initializer());
        Server.Client client = server.connect()) {
      client.out.write(frames(10));
      Await.until(() -> stream.stats().received() == 10);
      Future<Boolean> closed = closing(stream);
      awaitRefusal(stream, server);
      for (int i = 0; i < 10; i++) {
        assertFalse(closed.isDone());
        subscriber.subscription().request(1);
        Received<ByteBuf> received = subscriber.next();
        assertTrue(received.reply(received.message()).isAccepted());
        assertEquals(i, client.receive());
      }
      assertEquals(-1, client.in.read());
      client.socket.close();
      assertTrue(closed.get());
      Await.until(() -> subscriber.completed);
    }
  }

  /** Returns so many frames, with their numbers. */
  static byte[] frames(int count) {
    ByteBuf frames = Unpooled.buffer(count * 8);
    for (int i = 0; i < count; i++) {
      frames.writeInt(4).writeInt(i);
    }
    return frames.array();
  }

  /** Also if the client has sent more: a connection that is reset would lose a part of the answer. */
  @ParameterizedTest
  @ValueSource(ints = {0, 5_000})
  void aLargeAnswerThatWasAcceptedArrivesWhole(int more) throws Exception {
    ChannelStream<ByteBuf> stream = settings.open();
    Collecting subscriber =
        new Collecting(Long.MAX_VALUE) {
          @Override
          void accept(Received<ByteBuf> received) {
            if (received.message().getInt(0) < 0) {
              messages.add(received);
            } else {
              received.release(); // it came before the end
            }
          }
        };
    stream.subscribe(subscriber);
    try (Server server = new Server(stream.initializer());
        Server.Client client = server.connect()) {
      client.send(-1);
      Received<ByteBuf> received = subscriber.next();
      assertTrue(received.reply(Unpooled.buffer(LARGE).writeZero(LARGE)).isAccepted());
      received.release();
      Future<Boolean> closed = closing(stream);
      awaitRefusal(stream, server);
      client.out.write(frames(more));
      assertEquals(LARGE, client.in.readInt());
      client.in.skipNBytes(LARGE);
      assertEquals(-1, client.in.read());
      client.socket.close();
      assertTrue(closed.get());
      assertEquals(0, stream.stats().failed());
    }
  }

  private static void sendUntil(Server.Client client, AtomicBoolean isEnough) {
    try {
      while (!isEnough.get()) {
        client.send(2);
      }
    } catch (IOException closed) {
      // By the server.
    }
  }

  /** The twin of the large answer. */
  @Test
  void closeCutsALargeAnswer() throws Exception {
    ChannelStream<ByteBuf> stream = settings.open();
    Collecting subscriber = new Collecting(Long.MAX_VALUE);
    stream.subscribe(subscriber);
    try (Server server = new Server(stream.initializer());
        Server.Client client = server.connect()) {
      client.send(1);
      Received<ByteBuf> received = subscriber.next();
      assertTrue(received.reply(Unpooled.buffer(LARGE).writeZero(LARGE)).isAccepted());
      stream.close();
      assertTrue(stream.awaitClosed(Await.LONG));
      assertEquals(LARGE, client.in.readInt());
      assertThrows(EOFException.class, () -> skipAll(client));
      assertEquals(1, stream.stats().cutOff());
    }
  }

  private static void skipAll(Server.Client client) throws IOException {
    try {
      client.in.skipNBytes(LARGE);
    } catch (SocketException reset) {
      throw new EOFException();
    }
  }

  @Test
  void whatIsNotAnsweredInTimeIsCounted() throws Exception {
    ChannelStream<ByteBuf> stream = settings.share(REQUESTS).open();
    Collecting subscriber = new Collecting(3);
    stream.subscribe(subscriber);
    try (Server server = new Server(stream.initializer());
        Server.Client client = server.connect();
        Server.Client silent = server.connect()) {
      for (int i = 0; i < REQUESTS; i++) {
        client.send(i);
      }
      Await.until(() -> stream.stats().received() == REQUESTS && stream.stats().channels() == 2);
      closeByForce(stream, Duration.ZERO);
      ChannelStats stats = stream.stats();
      assertEquals(1, stats.cutOff(), stats::toString);
      assertEquals(3, stats.held(), stats::toString);
      assertEquals(1, stats.waiting(), stats::toString);
      assertFalse(stream.closeGracefully(Duration.ZERO), "forgotten");
      subscriber.messages.forEach(Received::release);
      assertEquals(0, stream.stats().held());
      assertEquals(-1, silent.in.read());
    }
  }

  /** Closes, which waits for the channels that it cuts off, but not for more than a second. */
  private static void closeByForce(ChannelStream<?> stream, Duration limit)
      throws InterruptedException {
    long start = System.nanoTime();
    assertFalse(stream.closeGracefully(limit));
    assertTrue(
        stream.awaitClosed(Duration.ZERO)
            || System.nanoTime() - start >= TimeUnit.SECONDS.toNanos(1));
    assertTrue(stream.awaitClosed(Await.LONG));
  }

  /** Its answers fill the socket, then the channel, and then they wait. */
  @Test
  void aClientThatDoesNotReadItsAnswersIsCounted() throws Exception {
    ChannelStream<ByteBuf> stream = settings.open();
    Collecting subscriber = new Collecting(Long.MAX_VALUE);
    stream.subscribe(subscriber);
    try (Server server = new Server(stream.initializer());
        Server.Client client = server.connect();
        Server.Client good = server.connect()) {
      client.send(1);
      Received<ByteBuf> received = subscriber.next();
      ReplyTest.whileBusy(
          received.channel(),
          () -> {
            for (int i = 0; i < 2; i++) {
              assertTrue(received.reply(Unpooled.buffer(LARGE).writeZero(LARGE)).isAccepted());
            }
          });
      good.send(2);
      Received<ByteBuf> other = subscriber.next();
      assertTrue(other.reply(other.message()).isAccepted());
      assertEquals(2, good.receive());
      closeByForce(stream, Duration.ofMillis(100));
      ChannelStats stats = stream.stats();
      assertEquals(1, stats.cutOff(), stats::toString);
      assertEquals(1, stats.repliesDropped(), stats::toString);
      received.release();
    }
  }

  @Test
  void aSubscriberMayCancelMeanwhile() throws Exception {
    ChannelStream<ByteBuf> stream = settings.share(1).open();
    Collecting subscriber = new Collecting(1);
    stream.subscribe(subscriber);
    try (Server server = new Server(stream.initializer());
        Server.Client client = server.connect()) {
      client.out.write(frames(3));
      Await.until(() -> stream.stats().received() == 3);
      Future<Boolean> closed = closing(stream);
      awaitRefusal(stream, server);
      assertFalse(closed.isDone());
      subscriber.subscription().cancel();
      assertFalse(closed.get());
      client.awaitEnd();
      subscriber.next().release();
      Await.until(() -> stream.stats().waiting() == 0);
      assertEquals(2, stream.stats().discarded());
    }
  }

  @Test
  void closeEndsTheWait() throws Exception {
    ChannelStream<ByteBuf> stream = settings.open();
    Collecting subscriber = new Collecting(1);
    stream.subscribe(subscriber);
    try (Server server = new Server(stream.initializer());
        Server.Client client = server.connect()) {
      client.send(1);
      Received<ByteBuf> received = subscriber.next();
      Future<Boolean> closed = closing(stream);
      awaitRefusal(stream, server);
      assertFalse(closed.isDone());
      stream.close();
      assertFalse(closed.get());
      assertEquals(-1, client.in.read());
      received.release();
    }
  }

  @Test
  void anInterruptIsTheEndOfTheTime() throws Exception {
    ChannelStream<ByteBuf> stream = settings.open();
    Collecting subscriber = new Collecting(1);
    stream.subscribe(subscriber);
    try (Server server = new Server(stream.initializer());
        Server.Client client = server.connect()) {
      client.send(1);
      Received<ByteBuf> received = subscriber.next();
      Thread.currentThread().interrupt();
      assertThrows(InterruptedException.class, () -> stream.closeGracefully(Await.LONG));
      assertEquals(-1, client.in.read());
      received.release();
    }
  }

  /** Event loops that end take their channels with them. */
  @Test
  void eventLoopsThatEndFirstAreCounted() throws Exception {
    ChannelStream<ByteBuf> stream = settings.open();
    Collecting subscriber = new Collecting(1);
    stream.subscribe(subscriber);
    try (Server server = new Server(stream.initializer());
        Server.Client client = server.connect()) {
      client.send(1);
      Received<ByteBuf> received = subscriber.next();
      Future<Boolean> closed = closing(stream);
      awaitRefusal(stream, server);
      server.loops.shutdownGracefully(0, 10, TimeUnit.SECONDS);
      assertFalse(closed.get());
      assertEquals(1, stream.stats().cutOff());
      received.release();
    }
  }

  @Test
  void anEventLoopMustNotWait() throws Exception {
    ChannelStream<ByteBuf> stream = settings.open();
    Collecting subscriber = new Collecting(1);
    stream.subscribe(subscriber);
    try (Server server = new Server(stream.initializer());
        Server.Client client = server.connect()) {
      client.send(1);
      Received<ByteBuf> received = subscriber.next();
      Throwable cause =
          received
              .channel()
              .eventLoop()
              .submit(() -> stream.closeGracefully(Await.LONG))
              .await()
              .cause();
      assertEquals("an event loop must not wait for the end of its channels", cause.getMessage());
      assertTrue(received.reply(received.message()).isAccepted(), "the stream has ended");
      assertEquals(1, client.receive());
    }
  }

  /** Clients come, ask and go while the end comes: who was let in gets its answers. */
  @Attack
  void whoWasLetInIsAnsweredWheneverTheEndComes() throws Exception {
    for (int i = 0; i < 30; i++) {
      race(i);
    }
  }

  private void race(int delay) throws Exception {
    mayAnswer.countDown();
    ChannelStream<ByteBuf> stream = settings.share(4).open();
    Collecting pool = pool(Long.MAX_VALUE);
    stream.subscribe(pool);
    try (Server server = new Server(stream.initializer())) {
      List<Future<Integer>> clients = new ArrayList<>();
      for (int c = 0; c < 4; c++) {
        clients.add(threads.submit(() -> answers(server)));
      }
      Await.until(() -> stream.stats().delivered() >= 20L * delay);
      assertTrue(stream.closeGracefully(Await.LONG), () -> stream.stats().toString());
      int answers = 0;
      for (Future<Integer> client : clients) {
        answers += client.get();
      }
      assertEquals(stream.stats().delivered(), answers, () -> stream.stats().toString());
      Await.until(() -> server.usedMemory() == 0);
    }
  }

  /** Sends without an end, and returns how many answers it got. */
  private int answers(Server server) throws Exception {
    AtomicBoolean isEnough = new AtomicBoolean();
    try (Server.Client client = server.connect()) {
      Future<?> sending = threads.submit(() -> sendUntil(client, isEnough));
      int answers = 0;
      try {
        for (; ; answers++) {
          client.receive();
        }
      } catch (EOFException end) {
        isEnough.set(true);
        client.socket.close();
        sending.get();
        return answers;
      }
    }
  }
}
