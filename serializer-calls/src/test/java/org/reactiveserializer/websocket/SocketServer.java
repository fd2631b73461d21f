package org.reactiveserializer.websocket;

import jakarta.servlet.http.HttpServlet;
import jakarta.websocket.CloseReason;
import jakarta.websocket.Endpoint;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.Session;
import jakarta.websocket.server.ServerContainer;
import jakarta.websocket.server.ServerEndpointConfig;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;
import org.reactiveserializer.testing.Await;
import org.reactiveserializer.testing.SocketClient;
import org.reactiveserializer.testing.TomcatServer;

/** A server that keeps the sessions that its clients open. */
final class SocketServer {
  private final BlockingQueue<Session> opened = new LinkedBlockingQueue<>();
  private final Map<String, CompletableFuture<CloseReason>> closed = new ConcurrentHashMap<>();
  private final TomcatServer server;

  SocketServer() throws Exception {
    server =
        TomcatServer.start(
            context -> {
              Tomcat.addServlet(context, "none", new HttpServlet() {}).addMapping("/");
              context.addServletContainerInitializer(
                  (classes, servlets) -> add((ServerContainer) containerOf(servlets)), null);
            });
  }

  private static Object containerOf(jakarta.servlet.ServletContext servlets) {
    return servlets.getAttribute(ServerContainer.class.getName());
  }

  private void add(ServerContainer container) {
    try {
      container.addEndpoint(
          ServerEndpointConfig.Builder.create(Sessions.class, "/socket")
              .configurator(
                  new ServerEndpointConfig.Configurator() {
                    @Override
                    public <T> T getEndpointInstance(Class<T> type) {
                      return type.cast(new Sessions(SocketServer.this));
                    }
                  })
              .build());
    } catch (jakarta.websocket.DeploymentException unexpected) {
      throw new IllegalStateException(unexpected);
    }
  }

  Session open(SocketClient client) throws InterruptedException {
    client.open(server.address("ws", "/socket"));
    return Await.next(opened);
  }

  /** Returns how the server's side of a session was closed, when it is. */
  CloseReason awaitClosed(Session session) {
    return closed(session).join();
  }

  private CompletableFuture<CloseReason> closed(Session session) {
    return closed.computeIfAbsent(session.getId(), id -> new CompletableFuture<>());
  }

  void stop() throws LifecycleException {
    server.stop();
  }

  /** Tells the server of its sessions. */
  static final class Sessions extends Endpoint {
    private final SocketServer server;

    Sessions(SocketServer server) {
      this.server = server;
    }

    @Override
    public void onOpen(Session session, EndpointConfig config) {
      server.opened.add(session);
    }

    @Override
    public void onClose(Session session, CloseReason reason) {
      server.closed(session).complete(reason);
    }
  }
}
