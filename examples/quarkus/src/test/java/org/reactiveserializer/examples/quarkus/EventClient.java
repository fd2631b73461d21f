package org.reactiveserializer.examples.quarkus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/** A client of server-sent events, which reads only when it is asked to. */
final class EventClient implements AutoCloseable {
  static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static final String DATA = "data:";

  private final HttpResponse<Stream<String>> response;
  private final Iterator<String> lines;

  private EventClient(HttpResponse<Stream<String>> response) {
    this.response = response;
    lines = response.body().iterator();
  }

  /** Returns a client whose subscription the server has. */
  static EventClient connect(URI address) throws IOException, InterruptedException {
    HttpResponse<Stream<String>> response =
        HTTP.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofLines());
    assertEquals(200, response.statusCode());
    EventClient client = new EventClient(response);
    assertEquals(":hello", client.lines.next());
    return client;
  }

  /** Publishes an event, and returns the status of the answer. */
  static int post(URI address, String event) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(address).POST(BodyPublishers.ofString(event)).build();
    return HTTP.send(request, BodyHandlers.discarding()).statusCode();
  }

  /** Waits for the next event. */
  String next() {
    String line = lines.next();
    return line.startsWith(DATA) ? line.substring(DATA.length()) : next();
  }

  /** Waits for the next events. */
  List<String> next(int count) {
    return Stream.generate(this::next).limit(count).toList();
  }

  /** Waits for all events up to the end of the response, which must be whole. */
  List<String> rest() {
    List<String> events = new ArrayList<>();
    lines.forEachRemaining(
        line -> {
          if (line.startsWith(DATA)) {
            events.add(line.substring(DATA.length()));
          }
        });
    return events;
  }

  /** Leaves, in the middle of the response. */
  @Override
  public void close() {
    response.body().close();
  }
}
