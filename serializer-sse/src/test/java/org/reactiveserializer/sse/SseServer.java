package org.reactiveserializer.sse;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;
import org.reactiveserializer.testing.TomcatServer;

/** A server with one servlet. */
final class SseServer {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

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

  /** A client that reads: the lines of the response. */
  CompletableFuture<HttpResponse<Stream<String>>> read() {
    return CLIENT.sendAsync(
        HttpRequest.newBuilder(URI.create(server.address("http", "/events"))).build(),
        BodyHandlers.ofLines());
  }

  /** A client that does not read. */
  Socket connect() throws IOException {
    URI address = URI.create(server.address("http", "/events"));
    Socket socket = new Socket();
    socket.connect(new InetSocketAddress(address.getHost(), address.getPort()));
    socket
        .getOutputStream()
        .write("GET /events HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    return socket;
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
