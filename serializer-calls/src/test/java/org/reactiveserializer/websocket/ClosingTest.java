package org.reactiveserializer.websocket;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.websocket.CloseReason;
import jakarta.websocket.CloseReason.CloseCodes;
import jakarta.websocket.RemoteEndpoint;
import jakarta.websocket.SendHandler;
import jakarta.websocket.SendResult;
import jakarta.websocket.Session;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.testing.Await;

/** How a session closes whose sends end when the test says so. */
@Timeout(120)
class ClosingTest {
  private static final CloseReason LEAVING = new CloseReason(CloseCodes.GOING_AWAY, "leaving");

  private final AtomicReference<@Nullable SendHandler> sending = new AtomicReference<>();
  private final List<Object> closes = new CopyOnWriteArrayList<>();
  private final RemoteEndpoint.Async remote =
      proxy(
          RemoteEndpoint.Async.class,
          (self, method, arguments) -> {
            sending.set((SendHandler) Objects.requireNonNull(arguments)[1]);
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
}
