package org.reactiveserializer.testing;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** A client of server-sent events. */
public final class EventClient {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private EventClient() {}

  /** Reads: returns the lines of the response. */
  public static CompletableFuture<HttpResponse<Stream<String>>> read(String address) {
    return CLIENT.sendAsync(
        HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofLines());
  }

  /** Sends a request, and does not read. */
  public static Socket connect(String address) throws IOException {
    URI target = URI.create(address);
    Socket socket = new Socket();
    socket.connect(new InetSocketAddress(target.getHost(), target.getPort()));
    String request = "GET " + target.getPath() + " HTTP/1.1\r\nHost: a\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  /** Ends a connection at once, so that the server's next write fails. */
  public static void leave(Socket socket) throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  /** Returns each event in one line, with a bar between the lines that were sent. */
  public static List<String> events(Stream<String> lines) {
    List<String> events = new ArrayList<>();
    StringBuilder event = new StringBuilder();
    lines.forEach(
        line -> {
          if (line.isEmpty()) {
            events.add(event.toString());
            event.setLength(0);
          } else {
            event.append(event.length() == 0 ? "" : "|").append(line);
          }
        });
    return events;
  }
}
