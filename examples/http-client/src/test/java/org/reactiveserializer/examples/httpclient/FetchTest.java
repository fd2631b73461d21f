package org.reactiveserializer.examples.httpclient;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.reactivex.rxjava3.processors.PublishProcessor;
import io.reactivex.rxjava3.subscribers.TestSubscriber;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.examples.httpclient.Fetch.Answer;
import org.reactiveserializer.rxjava3.RxSerializer;

@Timeout(120)
class FetchTest {
  private static final int REQUESTS = 400;
  private static final int AT_A_TIME = 16;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpClient client = HttpClient.newHttpClient();
  private final AtomicInteger served = new AtomicInteger();
  private final AtomicInteger atOnce = new AtomicInteger();
  private final AtomicInteger mostAtOnce = new AtomicInteger();
  private final CountDownLatch answeredSome = new CountDownLatch(AT_A_TIME);
  private HttpServer server;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.createContext("/broken", HttpExchange::close);
    server.start();
  }

  private void answer(HttpExchange exchange) throws IOException {
    served.incrementAndGet();
    mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
    byte[] path = exchange.getRequestURI().getPath().getBytes();
    atOnce.decrementAndGet(); // before the client may send the next
    exchange.sendResponseHeaders(200, path.length);
    exchange.getResponseBody().write(path);
    exchange.close();
    answeredSome.countDown();
  }

  @AfterEach
  void stop() {
    server.stop(0);
    threads.shutdown();
  }

  @Test
  void streamsEachAnswerOnce() {
    Recorder recorder = new Recorder(new CountDownLatch(0));
    Fetch.all(client, requests()).doOnNext(recorder::accept).ignoreElements().blockingAwait();
    assertTrue(recorder.isComplete());
    assertFalse(recorder.overlapped);
    assertTrue(mostAtOnce.get() <= AT_A_TIME);
  }

  /** The same with RxJava's own: the threads of the client meet in the subscriber. */
  @Test
  void aProcessorThatIsNotSerialIsNoticed() throws Exception {
    PublishProcessor<Answer> processor = PublishProcessor.create();
    Recorder recorder = new Recorder(new CountDownLatch(1));
    var unused = processor.subscribe(recorder::accept);
    sendAll(processor::onNext, new CountDownLatch(REQUESTS)).await();
    assertTrue(recorder.overlapped);
  }

  /** All at once, without a look at the results, while the subscriber is busy. */
  @Test
  void callbacksThatDoNotLookAreNoticed() throws Exception {
    SerialSink<Answer> sink =
        Serializer.withDefaults().bounded(AT_A_TIME, Overflow.DROP_NEWEST).sink();
    CountDownLatch othersAreDone = new CountDownLatch(REQUESTS - 1);
    Recorder recorder = new Recorder(othersAreDone);
    CountDownLatch end = new CountDownLatch(1);
    var unused =
        RxSerializer.flowable(sink).doOnComplete(end::countDown).subscribe(recorder::accept);
    sendAll(
        answer -> {
          EmitOutcome ignored = sink.tryEmit(answer);
          assertFalse(ignored == EmitOutcome.CANCELLED);
        },
        othersAreDone);
    othersAreDone.await();
    sink.tryComplete();
    end.await();
    assertFalse(recorder.isComplete());
  }

  @Test
  void sendsNoMoreThanIsRequested() throws Exception {
    TestSubscriber<Answer> subscriber = Fetch.all(client, requests()).test(0);
    answeredSome.await();
    assertEquals(AT_A_TIME, served.get());
    subscriber.request(Long.MAX_VALUE);
    subscriber.await();
    subscriber.assertValueCount(REQUESTS).assertComplete();
  }

  @Test
  void sendsNothingAfterTheCancellation() {
    List<Answer> answers = Fetch.all(client, requests()).take(3).toList().blockingGet();
    assertEquals(3, answers.size());
    assertTrue(served.get() <= AT_A_TIME);
  }

  @Test
  void aCancellationReachesTheExchange() throws Exception {
    CountDownLatch arrived = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    server.createContext(
        "/endless",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          arrived.countDown();
          try {
            for (; ; ) { // fails when the client has closed the connection
              exchange.getResponseBody().write(new byte[1000]);
              exchange.getResponseBody().flush();
            }
          } catch (IOException closed) {
            over.countDown();
            throw closed;
          }
        });
    TestSubscriber<Answer> subscriber = Fetch.all(client, List.of(request("/endless"))).test();
    arrived.await();
    subscriber.cancel();
    over.await();
  }

  @Test
  void anErrorIsAnAnswer() {
    Answer answer = Fetch.all(client, List.of(request("/broken"))).blockingSingle();
    assertTrue(Objects.requireNonNull(answer.error()).getMessage() != null);
    assertEquals(List.of(), Fetch.all(client, List.of()).toList().blockingGet());
  }

  private HttpRequest request(String path) {
    String address = server.getAddress().getHostString() + ":" + server.getAddress().getPort();
    return HttpRequest.newBuilder(URI.create("http://" + address + path)).build();
  }

  private List<HttpRequest> requests() {
    return IntStream.range(0, REQUESTS).mapToObj(i -> request("/" + i)).toList();
  }

  /** Sends all requests at once. */
  private CountDownLatch sendAll(Consumer<Answer> callback, CountDownLatch done) {
    for (HttpRequest request : requests()) {
      client
          .sendAsync(request, BodyHandlers.ofString())
          .whenCompleteAsync( // on another thread, also if the answer is there already
              (response, error) -> callback.accept(new Answer(request, response, error)), threads)
          .whenComplete((response, error) -> done.countDown());
    }
    return done;
  }

  /** Stays in the first signal until it is released, or until a second signal comes. */
  private static final class Recorder {
    private final CountDownLatch release;
    private final List<Integer> received = new ArrayList<>();
    private final AtomicInteger inside = new AtomicInteger();
    volatile boolean overlapped;

    Recorder(CountDownLatch release) {
      this.release = release;
    }

    void accept(Answer answer) throws InterruptedException {
      if (inside.incrementAndGet() > 1) {
        overlapped = true;
        release.countDown();
      }
      release.await();
      synchronized (received) {
        String body = Objects.requireNonNull(answer.response()).body();
        received.add(Integer.parseInt(body.substring(1)));
      }
      inside.decrementAndGet();
    }

    boolean isComplete() {
      return received.stream()
          .sorted()
          .toList()
          .equals(IntStream.range(0, REQUESTS).boxed().toList());
    }
  }
}
