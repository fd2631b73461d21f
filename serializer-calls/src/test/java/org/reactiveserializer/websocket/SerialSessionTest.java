package org.reactiveserializer.websocket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.websocket.CloseReason;
import jakarta.websocket.CloseReason.CloseCodes;
import jakarta.websocket.Session;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.testing.Await;
import org.reactiveserializer.testing.Ends;
import org.reactiveserializer.testing.SocketClient;

@Timeout(120)
class SerialSessionTest {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final int LARGE = 16 << 20; // more than a connection takes that nobody reads

  /** How long Tomcat lets a close wait for a send that hangs. */
  private static final long TOMCATS_LIMIT = 500;

  private static SocketServer server;

  private final List<Frame> discarded = Collections.synchronizedList(new ArrayList<>());
  private final Serializer<Frame> settings =
      Serializer.<Frame>withDefaults()
          .bounded(8, 100, Frame::bytes, Overflow.DROP_NEWEST)
          .onDiscard(discarded::add);

  @BeforeAll
  static void serve() throws Exception {
    server = new SocketServer();
  }

  @AfterAll
  static void end() throws Exception {
    server.stop();
  }

  @Test
  void allMessagesOfAllThreadsArriveInOrderBeforeTheClose() throws Exception {
    int threads = 4;
    int each = 200;
    SocketClient client = SocketClient.reading();
    Session session = server.open(client);
    SerialSession front = SerialSession.of(session);
    List<Thread> producers =
        IntStream.range(0, threads).mapToObj(i -> sender(front, i, each)).toList();
    for (Thread producer : producers) {
      producer.join();
    }
    assertTrue(front.sendPing(ByteBuffer.allocate(0)).isAccepted());
    assertTrue(front.sendBinary(ByteBuffer.allocate(3)).isAccepted());
    assertTrue(front.sendPong(ByteBuffer.allocate(0)).isAccepted());
    Ends.cannotBeMade(front.ended());
    front.close(new CloseReason(CloseCodes.GOING_AWAY, "enough"));
    assertEquals(EmitOutcome.TERMINATED, front.sendText("late"));
    assertEquals(CloseCodes.GOING_AWAY.getCode(), client.closed.join());
    server.awaitClosed(session);
    front.ended().toCompletableFuture().join();
    int all = threads * each;
    assertEquals(all + 3, client.received.size());
    assertEquals(List.of("ping", "binary 3", "pong"), client.received.subList(all, all + 3));
    for (int i = 0; i < threads; i++) {
      String prefix = i + ":";
      assertEquals(
          IntStream.range(0, each).mapToObj(item -> prefix + item).toList(),
          client.received.stream().filter(item -> item.startsWith(prefix)).toList());
    }
    assertEquals(all + 3, front.calls().stats().delivered());
  }

  private static Thread sender(SerialSession front, int producer, int each) {
    Thread thread =
        new Thread(
            () -> {
              for (int i = 0; i < each; i++) {
                assertTrue(front.calls().call(Frame.text(producer + ":" + i), LONG).isAccepted());
              }
            });
    thread.start();
    return thread;
  }

  /** The twin: the session refuses a message while one is being sent. */
  @Test
  void theSessionItselfRefusesASecondMessage() throws Exception {
    SocketClient client = SocketClient.deaf();
    Session session = server.open(client);
    session.getAsyncRemote().sendBinary(ByteBuffer.allocate(LARGE), result -> {});
    IllegalStateException refused =
        assertThrows(
            IllegalStateException.class,
            () -> session.getAsyncRemote().sendText("second", result -> {}));
    assertTrue(String.valueOf(refused.getMessage()).contains("invalid state"));
    client.leave();
    server.awaitClosed(session);
  }

  @Test
  void aSendThatEndsLaterIsAwaitedAndTheBoundInBytesIsExact() throws Exception {
    SocketClient client = SocketClient.deaf();
    Session session = server.open(client);
    SerialSession front = SerialSession.of(session, LONG, settings);
    assertEquals(EmitOutcome.DELIVERED, front.sendBinary(ByteBuffer.allocate(LARGE)));
    assertEquals(EmitOutcome.QUEUED, front.sendBinary(ByteBuffer.allocate(60)));
    assertEquals(EmitOutcome.QUEUED, front.sendText("\u00e4".repeat(20))); // 40 bytes
    assertEquals(100, front.calls().stats().queuedWeight());
    assertEquals(EmitOutcome.OVERFLOW, front.sendText("x"));
    assertEquals(EmitOutcome.QUEUED, front.sendText(""));
    client.leave();
    server.awaitClosed(session);
    Await.failureOf(front.ended());
    assertEquals(3, discarded.size());
    assertEquals(EmitOutcome.CANCELLED, front.sendText("late"));
  }

  @Test
  void aSendThatNobodyReadsClosesTheSession() throws Exception {
    SocketClient client = SocketClient.deaf();
    Session session = server.open(client);
    session
        .getUserProperties()
        .put("org.apache.tomcat.websocket.BLOCKING_SEND_TIMEOUT", TOMCATS_LIMIT);
    SerialSession front = SerialSession.of(session, Duration.ofMillis(50), settings);
    front.sendBinary(ByteBuffer.allocate(LARGE));
    boolean waits = front.sendText("waits").isAccepted(); // unless it is too late already
    assertEquals(CloseCodes.TRY_AGAIN_LATER, server.awaitClosed(session).getCloseCode());
    client.leave();
    Await.failureOf(front.ended());
    Await.until(() -> discarded.size() == (waits ? 1 : 0));
    assertTrue(!front.sendText("late").isAccepted());
  }

  @Test
  void aClientThatLeftEndsTheFront() throws Exception {
    SocketClient client = SocketClient.reading();
    Session session = server.open(client);
    SerialSession front = SerialSession.of(session, LONG, settings);
    client.leave();
    server.awaitClosed(session);
    front.sendText("a"); // fails
    Await.failureOf(front.ended());
    assertEquals(EmitOutcome.CANCELLED, front.sendText("b"));
    front.close(new CloseReason(CloseCodes.NORMAL_CLOSURE, null)); // does nothing
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "abc",
        "\u00e4\u07ff",
        "\u20ac\uffff",
        "\ud83d\ude00!",
        "\ud83d?",
        "\ude00",
        "\ud83d"
      })
  void theBytesOfATextAreThoseThatAreSent(String text) {
    assertEquals(text.getBytes(StandardCharsets.UTF_8).length, Frame.text(text).bytes());
  }
}
