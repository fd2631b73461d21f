package org.reactiveserializer.spring;

import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.catalina.LifecycleException;
import org.reactiveserializer.testing.Await;
import org.reactiveserializer.testing.SocketClient;
import org.reactiveserializer.testing.TomcatServer;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;
import org.springframework.web.socket.CloseStatus;
import org.springframework.web.socket.WebSocketSession;
import org.springframework.web.socket.config.annotation.EnableWebSocket;
import org.springframework.web.socket.config.annotation.WebSocketConfigurer;
import org.springframework.web.socket.config.annotation.WebSocketHandlerRegistry;
import org.springframework.web.socket.handler.AbstractWebSocketHandler;

/** A server that keeps the sessions that its clients open. */
final class SocketServer {
  private final Sessions sessions = new Sessions();
  private final TomcatServer server;

  SocketServer() throws Exception {
    server = SpringServer.start(Sockets.class, sessions);
  }

  /** Opens a session: the server's side of it. */
  WebSocketSession open(SocketClient client) throws InterruptedException {
    client.open(server.address("ws", "/socket"));
    return Await.next(sessions.opened);
  }

  /** Returns how the server's side of a session was closed, when it is. */
  CloseStatus awaitClosed(WebSocketSession session) {
    return sessions.closed(session).join();
  }

  void stop() throws LifecycleException {
    server.stop();
  }

  /** The handler of the sessions. */
  static final class Sessions extends AbstractWebSocketHandler {
    final BlockingQueue<WebSocketSession> opened = new LinkedBlockingQueue<>();
    private final Map<String, CompletableFuture<CloseStatus>> closed = new ConcurrentHashMap<>();

    CompletableFuture<CloseStatus> closed(WebSocketSession session) {
      return closed.computeIfAbsent(session.getId(), id -> new CompletableFuture<>());
    }

    @Override
    public void afterConnectionEstablished(WebSocketSession session) {
      opened.add(session);
    }

    @Override
    public void afterConnectionClosed(WebSocketSession session, CloseStatus status) {
      closed(session).complete(status);
    }
  }

  /** What the server serves. */
  @Configuration(proxyBeanMethods = false)
  @EnableWebMvc
  @EnableWebSocket
  static class Sockets implements WebSocketConfigurer {
    private final Sessions sessions;

    @Autowired
    Sockets(Sessions sessions) {
      this.sessions = sessions;
    }

    @Override
    public void registerWebSocketHandlers(WebSocketHandlerRegistry registry) {
      registry.addHandler(sessions, "/socket").setAllowedOriginPatterns("*");
    }
  }
}
