package org.reactiveserializer.examples.springboot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.testing.Await;
import reactor.core.publisher.Flux;

/** Server-sent events: {@link EventStream} and {@link EventController}. */
@Timeout(120)
class EventsTest {
  private static final int THREADS = 4;
  private static final int EVENTS_OF_A_THREAD = 2_500;

  /** Fewer than a client's buffer holds: so no client is too slow here, on any machine. */
  private static final int ON_THEIR_WAY = 512;

  private static final String REQUEST =
      "GET /events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

  private static Server server;
  private static EventStream stream;
  private static Twins twins;

  @BeforeAll
  static void start() {
    server = Server.start(Twins.class);
    stream = server.bean(EventStream.class);
    twins = server.bean(Twins.class);
  }

  @AfterAll
  static void stop() {
    server.stop();
  }

  private static EventClient client(String path) throws IOException, InterruptedException {
    return EventClient.connect(server.http(path));
  }

  private static void publish(String event) {
    assertTrue(stream.publish(event).isSuccess(), event);
  }

  @Test
  void everyClientGetsAllInTheOrderOfEachPublisher() throws Exception {
    double before = server.meter("events.delivered");
    try (EventClient one = client("/events");
        EventClient other = client("/events")) {
      Semaphore room = new Semaphore(ON_THEIR_WAY);
      List<CompletableFuture<Void>> publishers = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        String name = thread + " ";
        publishers.add(
            Publishers.start(
                () -> {
                  for (int i = 0; i < EVENTS_OF_A_THREAD; i++) {
                    room.acquireUninterruptibly();
                    publish(name + i);
                  }
                }));
      }
      Publishers.Order ofOne = new Publishers.Order(THREADS, 0);
      Publishers.Order ofOther = new Publishers.Order(THREADS, 0);
      for (int i = 0; i < THREADS * EVENTS_OF_A_THREAD; i++) {
        ofOne.check(one.next());
        ofOther.check(other.next());
        room.release();
      }
      publishers.forEach(CompletableFuture::join);
      assertEquals(before + THREADS * EVENTS_OF_A_THREAD, server.meter("events.delivered"));
      assertEquals(0, server.meter("events.waiting"));
    }
  }

  @Test
  void theLibrarysMetersComeByThemselves() throws Exception {
    String delivered = "reactive.serializer.delivered?tag=name:events";
    double before = server.meter(delivered);
    try (EventClient client = client("/events")) {
      publish("measured");
      assertEquals("measured", client.next());
      assertEquals(before + 1, server.meter(delivered));
      assertEquals(0, server.meter("reactive.serializer.waiting?tag=name:events"));
    }
  }

  @Test
  void nothingIsLostWhileAnotherThreadDelivers() throws Exception {
    assertEquals(
        Publishers.MEANWHILE, arrivedMeanwhile("/events", stream.forClient(), EventsTest::publish));
  }

  @Test
  void twinLosesWhatIsPublishedMeanwhile() throws Exception {
    assertEquals(0, arrivedMeanwhile("/raw", twins.raw.asFlux(), twins.raw::tryEmitNext));
  }

  private static int arrivedMeanwhile(String path, Flux<String> events, Consumer<String> publish)
      throws Exception {
    try (EventClient client = client(path)) {
      Twins.Held held = new Twins.Held();
      events.map(held).takeUntil(Publishers.LAST::equals).subscribe();
      Publishers.whileHeld(held, publish);
      assertEquals(Twins.FIRST, client.next());
      int arrived = 0;
      while (!client.next().equals(Publishers.LAST)) {
        arrived++;
      }
      return arrived;
    }
  }

  @Test
  void aClientComesAfterTheLastOneHasLeft() throws Exception {
    double refused = server.meter("events.refused");
    leave("/events", EventsTest::publish, () -> server.meter("events.clients") == 0);
    publish("nobody");
    Await.until(() -> server.meter("events.refused") == refused + 1);
    try (EventClient next = client("/events")) {
      publish("again");
      assertEquals("again", next.next());
    }
  }

  @Test
  void twinAnswers500AfterTheLastOneHasLeft() throws Exception {
    leave("/counted", twins.counted::tryEmit, twins.counted::isTerminated);
    HttpRequest request = HttpRequest.newBuilder(server.http("/counted")).build();
    assertEquals(500, Server.HTTP.send(request, BodyHandlers.ofString()).statusCode());
  }

  private static void leave(String path, Consumer<String> publish, BooleanSupplier hasLeft)
      throws Exception {
    try (EventClient first = client(path)) {
      publish.accept("one");
      assertEquals("one", first.next());
    }
    Await.until(hasLeft);
  }

  @Test
  void aSlowClientIsToldAndHoldsUpNoOther() throws Exception {
    String padding = " ".repeat(8_000) + ".";
    try (Socket slow = new Socket();
        EventClient fast = client("/events")) {
      slow.setReceiveBufferSize(4_096);
      slow.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
      slow.getOutputStream().write(REQUEST.getBytes(StandardCharsets.UTF_8));
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(slow.getInputStream(), StandardCharsets.UTF_8));
      assertTrue(Stream.generate(() -> line(lines)).anyMatch(":hello"::equals));

      Counter overflows =
          server.bean(MeterRegistry.class).get("events.clients.overflowed").counter();
      double before = overflows.count();
      int published = 0;
      while (overflows.count() == before) {
        String event = published++ + padding;
        publish(event);
        assertEquals(event, fast.next());
      }
      // The other lines are the sizes of the chunks: each event is one.
      List<String> got = lines.lines().filter(line -> line.contains(":")).toList();
      int last = got.size() - 2;
      assertEquals(List.of("event:overflow", "data:events were lost"), got.subList(last, last + 2));
      assertTrue(last < published, () -> last + " events");
      for (int i = 0; i < last; i++) {
        assertEquals("data:" + i + padding, got.get(i));
      }
    }
  }

  private static String line(BufferedReader lines) {
    try {
      return Objects.requireNonNull(lines.readLine(), "the end");
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  @Test
  void theEndOfTheServerCompletesTheResponses() throws Exception {
    assertFalse(isBrokenByTheEnd("/events", "60s"));
  }

  @Test
  void twinIsCutOff() throws Exception {
    assertTrue(isBrokenByTheEnd("/raw", "100ms"));
  }

  private static boolean isBrokenByTheEnd(String path, String patience)
      throws IOException, InterruptedException, TimeoutException {
    Server ending =
        Server.start(Twins.class, "--spring.lifecycle.timeout-per-shutdown-phase=" + patience);
    EventClient client = EventClient.connect(ending.http(path));
    ending.stop();
    return client.brokenBy().isPresent();
  }
}
