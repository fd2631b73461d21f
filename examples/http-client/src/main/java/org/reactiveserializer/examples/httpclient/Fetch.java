package org.reactiveserializer.examples.httpclient;

import io.reactivex.rxjava3.core.Flowable;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.rxjava3.RxSerializer;

/**
 * Sends many requests, and makes one stream of the answers, in the order in which they arrive. A
 * request is sent when its answer is requested, so at most 16 are under way or wait.
 */
public final class Fetch {
  /** What came of a request: a response, or an error. */
  public record Answer(
      HttpRequest request, @Nullable HttpResponse<String> response, @Nullable Throwable error) {}

  private static final int AT_A_TIME = 16;

  private final HttpClient client;
  private final List<HttpRequest> requests;
  private final AtomicInteger sent = new AtomicInteger();
  private final AtomicInteger answered = new AtomicInteger();
  private final Set<CompletableFuture<?>> exchanges = ConcurrentHashMap.newKeySet();
  // Each answer was requested, so there is room for it.
  private final SerialSink<Answer> sink =
      Serializer.withDefaults().bounded(AT_A_TIME, Overflow.ERROR).sink();

  private Fetch(HttpClient client, List<HttpRequest> requests) {
    this.client = client;
    this.requests = requests;
  }

  /** Returns the answers to all requests. Each subscription sends them. */
  public static Flowable<Answer> all(HttpClient client, List<HttpRequest> requests) {
    return requests.isEmpty()
        ? Flowable.empty()
        : Flowable.defer(() -> new Fetch(client, requests).answers());
  }

  private Flowable<Answer> answers() {
    sink.onRequest(this::send).onTermination(() -> exchanges.forEach(e -> e.cancel(true)));
    return RxSerializer.flowable(sink).rebatchRequests(AT_A_TIME);
  }

  private void send(long count) {
    int next = 0;
    for (long i = 0; i < count && (next = sent.getAndIncrement()) < requests.size(); i++) {
      send(requests.get(next));
    }
  }

  private void send(HttpRequest request) {
    CompletableFuture<HttpResponse<String>> exchange =
        client.sendAsync(request, BodyHandlers.ofString());
    exchanges.add(exchange);
    exchange.whenComplete(
        (response, error) -> {
          exchanges.remove(exchange);
          sink.emitOrDiscard(new Answer(request, response, error)); // discards after the end only
          if (answered.incrementAndGet() == requests.size()) {
            sink.tryComplete();
          }
        });
    if (sink.isTerminated()) { // perhaps before the exchange was added
      exchange.cancel(true);
    }
  }
}
