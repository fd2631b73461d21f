package org.reactiveserializer.spring;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.testing.Await;
import org.reactiveserializer.testing.Ends;
import org.reactiveserializer.testing.SocketClient;
import org.springframework.web.socket.BinaryMessage;
import org.springframework.web.socket.CloseStatus;
import org.springframework.web.socket.PingMessage;
import org.springframework.web.socket.PongMessage;
import org.springframework.web.socket.TextMessage;
import org.springframework.web.socket.WebSocketMessage;
import org.springframework.web.socket.WebSocketSession;
import org.springframework.web.socket.adapter.standard.StandardWebSocketSession;

/** The front with sessions of Tomcat. */
@Timeout(120)
class SerialWebSocketSessionTest {
  private static final int LONG = 60_000;
  private static final int LARGE = 16 << 20; // more than a connection takes that nobody reads

  /** When Tomcat gives a send up. It lets a close wait until then. */
  private static final long TOMCATS_LIMIT = 2_000;

  private static SocketServer server;

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
    WebSocketSession session = server.open(client);
    SerialWebSocketSession front = new SerialWebSocketSession(session, LONG, 1 << 20);
    List<Thread> producers =
        IntStream.range(0, threads).mapToObj(i -> sender(front, i, each)).toList();
    for (Thread producer : producers) {
      producer.join();
    }
    front.sendMessage(new PingMessage());
    front.sendMessage(new BinaryMessage(new byte[3]));
    front.sendMessage(new PongMessage());
    Ends.cannotBeMade(front.ended());
    front.close(CloseStatus.GOING_AWAY);
    front.sendMessage(new TextMessage("late"));
    assertEquals(CloseStatus.GOING_AWAY.getCode(), client.closed.join());
    assertEquals(CloseStatus.GOING_AWAY.getCode(), server.awaitClosed(session).getCode());
    front.ended().toCompletableFuture().join();
    int all = threads * each;
    assertEquals(List.of("ping", "binary 3", "pong"), client.received.subList(all, all + 3));
    assertEquals(all + 3, client.received.size());
    for (int i = 0; i < threads; i++) {
      String prefix = i + ":";
      assertEquals(
          IntStream.range(0, each).mapToObj(item -> prefix + item).toList(),
          client.received.stream().filter(item -> item.startsWith(prefix)).toList());
    }
    assertEquals(all + 3, front.calls().stats().delivered());
    assertEquals(1, front.calls().stats().refused(EmitOutcome.TERMINATED));
  }

  private static Thread sender(WebSocketSession session, int producer, int each) {
    return started(
        () -> {
          for (int i = 0; i < each; i++) {
            session.sendMessage(new TextMessage(producer + ":" + i));
          }
        });
  }

  /** The twin: the session itself refuses a second thread. */
  @Test
  void theSessionItselfRefusesASecondThread() throws Exception {
    SocketClient client = SocketClient.deaf();
    WebSocketSession session = server.open(client);
    blocked(session);
    IllegalStateException refused =
        assertThrows(
            IllegalStateException.class, () -> session.sendMessage(new BinaryMessage(new byte[1])));
    assertTrue(String.valueOf(refused.getMessage()).contains("invalid state"));
    client.leave();
    // Tomcat may notice it later, and its thread with it.
  }

  @Test
  void aSendThatNobodyReadsClosesTheSession() throws Exception {
    SocketClient client = SocketClient.deaf();
    WebSocketSession session = server.open(client);
    ((StandardWebSocketSession) session)
        .getNativeSession()
        .getUserProperties()
        .put("org.apache.tomcat.websocket.BLOCKING_SEND_TIMEOUT", TOMCATS_LIMIT);
    SerialWebSocketSession front = new SerialWebSocketSession(session, 50, 100);
    Thread first = started(() -> front.sendMessage(new BinaryMessage(new byte[LARGE])));
    assertEquals(CloseStatus.SESSION_NOT_RELIABLE.getCode(), server.awaitClosed(session).getCode());
    first.join();
    Await.failureOf(front.ended());
    client.leave();
  }

  @Test
  void oneSenderLearnsThatTheClientLeft() throws Exception {
    SocketClient client = SocketClient.reading();
    WebSocketSession session = server.open(client);
    SerialWebSocketSession front = new SerialWebSocketSession(session, LONG, 100);
    front.sendMessage(new TextMessage("a"));
    client.leave();
    server.awaitClosed(session);
    assertThrows(IOException.class, () -> front.sendMessage(new TextMessage("b")));
    front.sendMessage(new TextMessage("c"));
    assertEquals(EmitOutcome.CANCELLED, front.calls().tryCall(new TextMessage("d")));
  }

  /** Also if the close fails as well, in its own thread. */
  @Test
  void oneSenderLearnsWhatTheSendThrew() {
    for (int round = 0; round < 200; round++) {
      IOException ofSend = new IOException("send");
      WebSocketSession broken = broken(ofSend);
      SerialWebSocketSession front = new SerialWebSocketSession(broken, LONG, 100);
      assertSame(
          ofSend,
          assertThrows(IOException.class, () -> front.sendMessage(new TextMessage("a"))),
          "told of the close in place of the send");
      for (int i = 0; i < 50; i++) {
        assertDoesNotThrow(() -> front.sendMessage(new TextMessage("b")));
      }
    }
  }

  private static WebSocketSession broken(IOException ofSend) {
    return (WebSocketSession)
        Proxy.newProxyInstance(
            WebSocketSession.class.getClassLoader(),
            new Class<?>[] {WebSocketSession.class},
            (session, method, arguments) -> {
              throw method.getName().equals("sendMessage") ? ofSend : new IOException("close");
            });
  }

  @Test
  void saysWhatIsWrong() throws Exception {
    WebSocketSession session = server.open(SocketClient.reading());
    assertThrows(IllegalArgumentException.class, () -> new SerialWebSocketSession(session, 0, 100));
    assertThrows(
        IllegalArgumentException.class, () -> new SerialWebSocketSession(session, LONG, 0));
    session.close();
    server.awaitClosed(session);
  }

  /** A thread that is inside a send which nobody reads. */
  private static void blocked(WebSocketSession session) {
    Thread sender = started(() -> session.sendMessage(new BinaryMessage(new byte[LARGE])));
    Await.until(() -> isParked(sender), sender::getState);
  }

  private static boolean isParked(Thread sender) {
    List<StackTraceElement> stack = List.of(sender.getStackTrace()); // first: see the state
    return stack.stream().anyMatch(frame -> frame.getMethodName().equals("sendBinaryMessage"))
        && stack.stream().anyMatch(frame -> frame.getClassName().contains("SocketWrapper"))
        && sender.getState() != Thread.State.RUNNABLE;
  }

  private static Thread started(Send send) {
    Thread thread =
        new Thread(
            () -> {
              try {
                send.run();
              } catch (IOException expected) {
                // the session was closed meanwhile
              }
            });
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private interface Send {
    void run() throws IOException;
  }

  /** It would close the session for all. */
  @Test
  void whatNoSessionCanSendIsReplacedOrRefused() throws Exception {
    List<Object> sent = new ArrayList<>();
    WebSocketSession session = sessionThat(payload -> sent.add(payload));
    SerialWebSocketSession front = new SerialWebSocketSession(session, 10_000, 1_000);
    front.sendMessage(new TextMessage("a\ud83db"));
    PingMessage large = new PingMessage(ByteBuffer.allocate(126));
    assertThrows(IllegalArgumentException.class, () -> front.sendMessage(large));
    front.sendMessage(new TextMessage("c"));
    assertEquals(List.of("a?b", "c"), sent);
  }

  private static WebSocketSession sessionThat(Consumer<Object> sends) {
    return (WebSocketSession)
        Proxy.newProxyInstance(
            SerialWebSocketSessionTest.class.getClassLoader(),
            new Class<?>[] {WebSocketSession.class},
            (self, method, arguments) -> {
              sends.accept(((WebSocketMessage<?>) arguments[0]).getPayload());
              return null;
            });
  }

  /** A server moves the position of what it sends. */
  @Test
  void aMessageGoesToSeveralSessions() throws Exception {
    ByteBuffer content = ByteBuffer.wrap(new byte[] {1, 2, 3});
    List<Integer> sizes = new ArrayList<>();
    WebSocketSession draining =
        sessionThat(
            payload -> {
              ByteBuffer sent = (ByteBuffer) payload;
              sizes.add(sent.remaining());
              sent.position(sent.limit());
            });
    for (WebSocketMessage<?> message :
        List.of(new BinaryMessage(content), new PingMessage(content), new PongMessage(content))) {
      new SerialWebSocketSession(draining, 10_000, 100).sendMessage(message);
      new SerialWebSocketSession(draining, 10_000, 100).sendMessage(message);
    }
    assertEquals(List.of(3, 3, 3, 3, 3, 3), sizes);
  }
}
