package org.reactiveserializer.examples.springboot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.reactiveserializer.testing.Await;

/** A client of server-sent events. When it is made, it has the headers: so the server knows it. */
final class EventClient implements AutoCloseable {
  private static final String DATA = "data:";

  private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
  private final HttpResponse<Stream<String>> response;
  private final CompletableFuture<Void> end;

  private EventClient(HttpResponse<Stream<String>> response) {
    this.response = response;
    end = CompletableFuture.runAsync(this::read, task -> new Thread(task, "client").start());
  }

  static EventClient connect(URI address) throws IOException, InterruptedException {
    HttpResponse<Stream<String>> response =
        Server.HTTP.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofLines());
    assertEquals(200, response.statusCode());
    return new EventClient(response);
  }

  private void read() {
    for (Iterator<String> lines = response.body().iterator(); lines.hasNext(); ) {
      String line = lines.next();
      if (line.startsWith(DATA)) {
        events.add(line.substring(DATA.length()));
      }
    }
  }

  /** Waits for the next event. */
  String next() throws InterruptedException {
    return Await.next(events);
  }

  /** Waits until the server has ended the response. Returns what broke it, if it was not whole. */
  Optional<Exception> brokenBy() throws InterruptedException, TimeoutException {
    try {
      end.get(Await.LONG.toSeconds(), TimeUnit.SECONDS);
      return Optional.empty();
    } catch (ExecutionException broken) {
      return Optional.of(broken);
    }
  }

  /** Leaves, in the middle of the response. */
  @Override
  public void close() {
    response.body().close();
  }
}
