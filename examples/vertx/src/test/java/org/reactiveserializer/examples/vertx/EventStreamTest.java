package org.reactiveserializer.examples.vertx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

@Timeout(120)
class EventStreamTest {
  private static final int PRODUCERS = 4;
  private static final int EACH = 2_000;
  private static final int TOTAL = PRODUCERS * EACH;

  /** Of a socket: small beside all items, but of some segments, or TCP stops after each. */
  private static final int BUFFER = 256 * 1024;

  private final Vertx vertx = Vertx.vertx();
  // A field: Vert.x closes a client that nobody refers to.
  private final HttpClient httpClient =
      vertx.createHttpClient(new HttpClientOptions().setReceiveBufferSize(BUFFER));
  private final CompletableFuture<SerialSink<String>> sink = new CompletableFuture<>();
  private final CountDownLatch full = new CountDownLatch(1);
  private final CountDownLatch done = new CountDownLatch(PRODUCERS);
  private final AtomicInteger refusedThreads = new AtomicInteger();

  /** Starts a server for one response, and a client that has got the head of it. */
  private Client connect(Function<HttpServerResponse, SerialSink<String>> recipe) {
    HttpServer server = vertx.createHttpServer(new HttpServerOptions().setSendBufferSize(BUFFER));
    server.requestHandler(
        request -> {
          sink.complete(recipe.apply(request.response()));
        });
    int port = join(server.listen(0, "127.0.0.1")).actualPort();
    Future<HttpClientResponse> response =
        httpClient.request(HttpMethod.GET, port, "127.0.0.1", "/").compose(HttpClientRequest::send);
    return join(response.map(Client::new));
  }

  private SerialSink<String> recipe(HttpServerResponse response) {
    return EventStream.into(response, vertx.getOrCreateContext());
  }

  @AfterEach
  void close() {
    join(vertx.close());
  }

  @Test
  void sendsAllInOrderAndWaitsForTheClient() throws Exception {
    Client client = connect(this::recipe);
    produce(sink.join(), 2);
    full.await();
    assertFalse(tookAll());
    client.read();
    done.await();
    sink.join().tryComplete();
    client.end.join();
    assertTrue(isComplete(client.received()));
    assertTrue(sink.join().stats().highWater() <= EventStream.BOUND);
  }

  /** The same, writing without a look at the queue: Vert.x takes what nobody reads. */
  @Test
  void aSubscriberThatDoesNotLookIsNoticed() throws Exception {
    Client client =
        connect(
            response -> {
              SerialSink<String> sink =
                  Serializer.withDefaults().bounded(EventStream.BOUND, Overflow.DROP_NEWEST).sink();
              response.setChunked(true).writeHead();
              sink.subscribe(new EagerSubscriber(response));
              return sink;
            });
    produce(sink.join(), 2);
    done.await();
    assertTrue(tookAll());
    client.leave(); // else the server, when it is closed, waits long for it to read
  }

  /** The same, without a look at the result: items are missing. */
  @Test
  void producersThatDoNotLookAreNoticed() throws Exception {
    Client client = connect(this::recipe);
    for (int producer = 0; producer < PRODUCERS; producer++) {
      items(producer).forEach(item -> assertFalse(cancelled(sink.join().tryEmit(item))));
    }
    sink.join().tryComplete();
    client.read();
    client.end.join();
    assertFalse(isComplete(client.received()));
  }

  @Test
  void producersSeeThatTheClientLeaves() throws Exception {
    Client client = connect(this::recipe);
    produce(sink.join(), 2);
    full.await();
    client.leave();
    done.await();
    assertEquals(2, refusedThreads.get());
    assertEquals(EmitOutcome.CANCELLED, sink.join().tryEmit("late"));
    assertEquals(2 + 2 + 1, sink.join().stats().refused(EmitOutcome.CANCELLED));
  }

  @Test
  void anErrorIsNotTheEnd() {
    Client client = connect(this::recipe);
    client.read();
    sink.join().tryFail(new IOException("broken"));
    assertThrows(CompletionException.class, client.end::join);
  }

  /** Threads and verticles. */
  private void produce(SerialSink<String> sink, int verticles) {
    for (int producer = 0; producer < PRODUCERS; producer++) {
      Stream<String> items = items(producer);
      if (producer < verticles) {
        join(vertx.deployVerticle(new Feeder(items.iterator(), sink, done::countDown)));
      } else {
        new Thread(() -> produce(sink, items.toList())).start();
      }
    }
  }

  private void produce(SerialSink<String> sink, List<String> items) {
    for (int i = 0; i < items.size(); ) {
      EmitOutcome outcome = sink.emit(items.get(i), Duration.ofMillis(50));
      if (cancelled(outcome)) {
        refusedThreads.incrementAndGet();
        break;
      }
      if (outcome == EmitOutcome.OVERFLOW) {
        full.countDown();
      } else {
        i++;
      }
    }
    done.countDown();
  }

  private static boolean cancelled(EmitOutcome outcome) {
    return outcome == EmitOutcome.CANCELLED;
  }

  /** Whether the server has taken over most of the items, although the client does not read. */
  private boolean tookAll() {
    return sink.join().stats().delivered() + sink.join().backlog() > TOTAL / 2;
  }

  private static Stream<String> items(int producer) {
    return IntStream.range(0, EACH).mapToObj(i -> "%d:%d%1000s".formatted(producer, i, ""));
  }

  private static boolean isComplete(List<String> received) {
    return received.size() == TOTAL
        && IntStream.range(0, PRODUCERS)
            .allMatch(
                producer ->
                    received.stream()
                        .filter(item -> item.startsWith(producer + ":"))
                        .toList()
                        .equals(items(producer).map(String::strip).toList()));
  }

  private static <T> T join(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().join();
  }

  /** A client that reads when it is told to. */
  private static final class Client {
    final CompletableFuture<@Nullable Void> end = new CompletableFuture<>();
    private final HttpClientResponse response;
    private final Buffer body = Buffer.buffer();

    Client(HttpClientResponse response) {
      this.response = response.pause();
      response.handler(body::appendBuffer);
      response.exceptionHandler(end::completeExceptionally);
      response.endHandler(ignored -> end.complete(null));
    }

    void read() {
      response.resume();
    }

    void leave() {
      response.request().connection().close();
    }

    List<String> received() {
      return body.toString()
          .lines()
          .filter(line -> line.startsWith("data: "))
          .map(line -> line.substring("data: ".length()).strip())
          .toList();
    }
  }

  private record EagerSubscriber(HttpServerResponse response) implements Subscriber<String> {
    @Override
    public void onSubscribe(Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(String item) {
      response.write(item);
    }

    @Override
    public void onError(Throwable error) {}

    @Override
    public void onComplete() {}
  }
}
