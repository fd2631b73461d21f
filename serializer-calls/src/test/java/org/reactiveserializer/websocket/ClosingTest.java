package org.reactiveserializer.websocket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.websocket.CloseReason;
import jakarta.websocket.CloseReason.CloseCodes;
import jakarta.websocket.RemoteEndpoint;
import jakarta.websocket.SendHandler;
import jakarta.websocket.SendResult;
import jakarta.websocket.Session;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.testing.Await;

/** How a session closes whose sends end when the test says so. */
@Timeout(120)
class ClosingTest {
  private static final CloseReason LEAVING = new CloseReason(CloseCodes.GOING_AWAY, "leaving");

  private final AtomicReference<@Nullable SendHandler> sending = new AtomicReference<>();
  private final List<Object> closes = new CopyOnWriteArrayList<>();
  private final BlockingQueue<Thread> pings = new LinkedBlockingQueue<>();
  private final RemoteEndpoint.Async remote =
      proxy(
          RemoteEndpoint.Async.class,
          (self, method, arguments) -> {
            if (method.getName().equals("sendPing")) {
              pings.add(Thread.currentThread());
            } else {
              sending.set((SendHandler) Objects.requireNonNull(arguments)[1]);
            }
            return null;
          });
  private final Session session =
      proxy(
          Session.class,
          (self, method, arguments) -> {
            if (method.getName().equals("close")) {
              closes.add(Objects.requireNonNull(arguments)[0]);
              return null;
            }
            return method.getName().equals("getAsyncRemote") ? remote : "the session";
          });
  private final SerialSession front = SerialSession.of(session);

  private static <S> S proxy(Class<S> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(ClosingTest.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private SendHandler sending() {
    return Objects.requireNonNull(sending.get());
  }

  @Test
  void theCloseFollowsTheSend() {
    front.sendText("a");
    front.close(LEAVING);
    assertEquals(List.of(), closes);
    sending().onResult(new SendResult(session));
    assertEquals(List.of(LEAVING), closes);
  }

  @Test
  void aSendThatFailsAfterTheCloseWasCalledClosesTheSession() {
    front.sendText("a");
    front.close(LEAVING);
    sending().onResult(new SendResult(session, new IOException("broken")));
    Await.until(() -> closes.equals(List.of(LEAVING)));
  }

  @Test
  void anAbandonmentAfterTheCloseWasCalledClosesTheSession() {
    front.sendText("a");
    front.sendText("b");
    front.close(LEAVING);
    front.calls().abandon();
    sending().onResult(new SendResult(session));
    Await.until(() -> closes.equals(List.of(LEAVING)));
  }

  /** A server moves the position of what it sends. */
  @Test
  void aBufferAndAFrameGoToSeveralSessions() throws IOException {
    ByteBuffer content = ByteBuffer.wrap(new byte[] {1, 2, 3});
    List<Integer> sizes = new CopyOnWriteArrayList<>();
    RemoteEndpoint.Async draining =
        proxy(
            RemoteEndpoint.Async.class,
            (self, method, arguments) -> {
              ByteBuffer sent = (ByteBuffer) Objects.requireNonNull(arguments)[0];
              sizes.add(sent.remaining());
              sent.position(sent.limit());
              return null;
            });
    for (Frame frame : List.of(Frame.ping(content), Frame.pong(content))) {
      frame.send(draining).join();
      frame.send(draining).join();
    }
    Frame binary = Frame.binary(content);
    binary.send(draining); // which is never answered
    binary.send(draining);
    assertEquals(List.of(3, 3, 3, 3, 3, 3), sizes);
    assertEquals(3, content.remaining());
  }

  /** A server lets a ping wait for what was sent before: also in the callback of that, which ends it. */
  @Test
  void aPingIsNotSentByTheCallbackOfASend() throws InterruptedException {
    front.sendText("a");
    front.sendPing(ByteBuffer.allocate(1));
    front.sendText("b");
    SendHandler first = sending();
    first.onResult(new SendResult(session));
    assertNotSame(Thread.currentThread(), Await.next(pings));
    Await.until(() -> sending() != first);
  }

  /** As of a server whose client has left. */
  @Test
  void theLimitEndsASendThatIsNeverAnswered() {
    SerialSession limited =
        SerialSession.of(session, Duration.ofMillis(20), Serializer.withDefaults());
    limited.sendText("a");
    Await.until(limited.ended().toCompletableFuture()::isDone);
    assertInstanceOf(TimeoutException.class, Await.failureOf(limited.ended()));
    Await.until(() -> !closes.isEmpty());
    assertEquals(1, closes.size());
  }

  @Test
  void whatNoSessionCanSendEndsNone() {
    assertEquals("TEXT[3 bytes]", Frame.text("a\ud83db").toString());
    ByteBuffer large = ByteBuffer.allocate(126);
    assertThrows(IllegalArgumentException.class, () -> front.sendPing(large));
    assertThrows(IllegalArgumentException.class, () -> front.sendPong(large));
  }
}
