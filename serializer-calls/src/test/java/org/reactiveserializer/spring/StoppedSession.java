package org.reactiveserializer.spring;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.testing.Stop;
import org.springframework.web.socket.WebSocketMessage;
import org.springframework.web.socket.WebSocketSession;

/** A session that stops the first thread that sends. */
final class StoppedSession implements InvocationHandler {
  final List<Object> calls = new CopyOnWriteArrayList<>();
  final Stop stop = new Stop();
  private final @Nullable Exception thrown;

  private StoppedSession(@Nullable Exception thrown) {
    this.thrown = thrown;
  }

  static StoppedSession sending() {
    return new StoppedSession(null);
  }

  /** Its first send fails, after the stop. */
  static StoppedSession failing(Exception thrown) {
    return new StoppedSession(thrown);
  }

  WebSocketSession session() {
    return (WebSocketSession)
        Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {WebSocketSession.class}, this);
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
      throws Exception {
    switch (method.getName()) {
      case "sendMessage" -> {
        Object message = ((WebSocketMessage<?>) Objects.requireNonNull(arguments)[0]).getPayload();
        calls.add(message);
        if (message.equals("first")) {
          stop.here();
          if (thrown != null) {
            throw thrown;
          }
        }
      }
      case "close" -> calls.add(Objects.requireNonNull(arguments)[0]);
      default -> {
        return "stopped";
      }
    }
    return null;
  }
}
