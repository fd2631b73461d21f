package org.reactiveserializer.sse;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;
import org.reactiveserializer.testing.TomcatServer;

/** A server with one servlet. */
final class SseServer {
  private final TomcatServer server;

  private SseServer(TomcatServer server) {
    this.server = server;
  }

  /** What the servlet does. */
  interface Get {
    void accept(HttpServletRequest request, HttpServletResponse response) throws IOException;
  }

  static SseServer start(Get get) throws Exception {
    return new SseServer(
        TomcatServer.start(
            context -> {
              var servlet = Tomcat.addServlet(context, "events", new Events(get));
              servlet.setAsyncSupported(true);
              servlet.addMapping("/events");
            }));
  }

  String address() {
    return server.address("http", "/events");
  }

  void stop() throws LifecycleException {
    server.stop();
  }

  private static final class Events extends HttpServlet {
    private static final long serialVersionUID = 1;

    private final transient Get get;

    Events(Get get) {
      this.get = get;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      get.accept(request, response);
    }
  }
}
