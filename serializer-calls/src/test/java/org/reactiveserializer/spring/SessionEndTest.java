package org.reactiveserializer.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.testing.Await;
import org.springframework.web.socket.CloseStatus;
import org.springframework.web.socket.TextMessage;
import org.springframework.web.socket.WebSocketMessage;
import org.springframework.web.socket.WebSocketSession;
import org.springframework.web.socket.handler.ConcurrentWebSocketSessionDecorator;
import org.springframework.web.socket.handler.ConcurrentWebSocketSessionDecorator.OverflowStrategy;
import org.springframework.web.socket.handler.SessionLimitExceededException;

/** What waits, and how a front ends, with a session in whose first send a thread is stopped. */
@Timeout(120)
class SessionEndTest {
  private static final int LONG = 60_000;

  private final StoppedSession stopped = StoppedSession.sending();
  private final AtomicReference<@Nullable Throwable> thrownToFirst = new AtomicReference<>();

  private Thread first(WebSocketSession front) {
    Thread thread =
        new Thread(
            () -> {
              try {
                front.sendMessage(new TextMessage("first"));
              } catch (Exception thrown) {
                thrownToFirst.set(thrown);
              }
            });
    thread.start();
    return thread;
  }

  @Test
  void theCloseFollowsWhatWasAccepted() throws Exception {
    SerialWebSocketSession front = new SerialWebSocketSession(stopped.session(), LONG, 100);
    Thread first = first(front);
    stopped.stop.awaitReached();
    front.sendMessage(new TextMessage("second"));
    front.close();
    front.close(CloseStatus.GOING_AWAY); // the first one decides
    front.sendMessage(new TextMessage("late"));
    stopped.stop.goOn();
    first.join();
    assertEquals(List.of("first", "second", CloseStatus.NORMAL), stopped.calls);
    assertEquals(EmitOutcome.TERMINATED, front.calls().tryCall(new TextMessage("late")));
    front.ended().toCompletableFuture().join();
  }

  /** What the front replaces closes at once, and forgets what waits. */
  @Test
  void aCloseThatOvertakesIsNoticed() throws Exception {
    WebSocketSession front = new ConcurrentWebSocketSessionDecorator(stopped.session(), LONG, 100);
    Thread first = first(front);
    stopped.stop.awaitReached();
    front.sendMessage(new TextMessage("second"));
    front.close(CloseStatus.NORMAL);
    stopped.stop.goOn();
    first.join();
    assertEquals(List.of("first", CloseStatus.NORMAL), stopped.calls);
  }

  @Test
  void theBoundInBytesIsExactAndClosesTheSession() throws Exception {
    SerialWebSocketSession front = new SerialWebSocketSession(stopped.session(), LONG, 100);
    Thread first = first(front);
    stopped.stop.awaitReached();
    front.sendMessage(new TextMessage("x".repeat(60)));
    front.sendMessage(new TextMessage("\u00e4".repeat(20))); // 40 bytes
    assertEquals(100, front.getBufferSize());
    SessionLimitExceededException full =
        assertThrows(
            SessionLimitExceededException.class, () -> front.sendMessage(new TextMessage("y")));
    assertEquals(CloseStatus.SESSION_NOT_RELIABLE, full.getStatus());
    front.sendMessage(new TextMessage("y")); // ignored, as by Spring's decorator
    Await.until(() -> stopped.calls.contains(CloseStatus.SESSION_NOT_RELIABLE));
    stopped.stop.goOn();
    first.join();
    assertInstanceOf(CancellationException.class, Await.failureOf(front.ended()));
    assertEquals(2, stopped.calls.size());
    assertEquals(2, front.calls().stats().discarded());
    assertEquals(2, front.calls().stats().refused());
    assertEquals(0, front.getBufferSize());
  }

  @Test
  void theOldestAreDroppedIfWanted() throws Exception {
    SerialWebSocketSession front =
        new SerialWebSocketSession(stopped.session(), LONG, 100, OverflowStrategy.DROP);
    Thread first = first(front);
    stopped.stop.awaitReached();
    for (String message :
        List.of("a".repeat(60), "b".repeat(40), "c".repeat(50), "d".repeat(101))) {
      front.sendMessage(new TextMessage(message));
    }
    assertEquals(90, front.getBufferSize());
    stopped.stop.goOn();
    first.join();
    assertEquals(List.of("first", "b".repeat(40), "c".repeat(50)), stopped.calls);
    assertEquals(1, front.calls().stats().discarded());
    assertEquals(1, front.calls().stats().refused());
  }

  /** Without another send, which Spring's decorator needs to notice it. */
  @Test
  void aSendThatHangsClosesTheSession() throws Exception {
    SerialWebSocketSession front = new SerialWebSocketSession(stopped.session(), 20, 100);
    Thread first = first(front);
    Await.until(() -> stopped.calls.contains(CloseStatus.SESSION_NOT_RELIABLE));
    assertEquals(EmitOutcome.TERMINATED, front.calls().tryCall(new TextMessage("late")));
    stopped.stop.goOn();
    first.join();
    assertInstanceOf(TimeoutException.class, Await.failureOf(front.ended()));
  }

  @Test
  void aSendThatFailsClosesTheSession() throws Exception {
    StoppedSession failing = StoppedSession.failing(new IllegalStateException("broken"));
    List<WebSocketMessage<?>> discarded = new ArrayList<>();
    SerialWebSocketSession front =
        new SerialWebSocketSession(
            failing.session(),
            Duration.ofMinutes(1),
            Serializer.<WebSocketMessage<?>>withDefaults().onDiscard(discarded::add));
    Thread first = first(front);
    failing.stop.awaitReached();
    TextMessage second = new TextMessage("second");
    front.sendMessage(second);
    failing.stop.goOn();
    first.join();
    assertInstanceOf(IOException.class, thrownToFirst.get());
    front.sendMessage(new TextMessage("third")); // told once
    assertEquals(List.of(second), discarded);
    assertInstanceOf(IllegalStateException.class, Await.failureOf(front.ended()));
    Await.until(() -> failing.calls.contains(CloseStatus.SERVER_ERROR));
    assertEquals(2, failing.calls.size());
  }

  @Test
  void aSendThatFailsAfterTheCloseWasCalledClosesTheSession() throws Exception {
    StoppedSession failing = StoppedSession.failing(new IllegalStateException("broken"));
    SerialWebSocketSession front = new SerialWebSocketSession(failing.session(), LONG, 100);
    Thread first = first(front);
    failing.stop.awaitReached();
    front.close(CloseStatus.GOING_AWAY);
    failing.stop.goOn();
    first.join();
    Await.until(() -> failing.calls.contains(CloseStatus.GOING_AWAY));
    assertEquals(2, failing.calls.size());
  }

  @Test
  void anAbandonmentAfterTheCloseWasCalledClosesTheSession() throws Exception {
    SerialWebSocketSession front = new SerialWebSocketSession(stopped.session(), LONG, 100);
    Thread first = first(front);
    stopped.stop.awaitReached();
    front.sendMessage(new TextMessage("second"));
    front.close();
    front.calls().abandon();
    stopped.stop.goOn();
    first.join();
    Await.until(() -> stopped.calls.contains(CloseStatus.NORMAL));
    assertEquals(List.of("first", CloseStatus.NORMAL), stopped.calls);
  }
}
