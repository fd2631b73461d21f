package org.reactiveserializer.sse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.testing.Await;
import org.reactiveserializer.testing.Ends;
import org.reactiveserializer.testing.EventClient;

@Timeout(120)
class SerialSseTest {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final SseEvent LARGE =
      SseEvent.of("x".repeat(16 << 20)); // more than a connection takes that nobody reads

  private final CompletableFuture<SerialSse> opened = new CompletableFuture<>();
  private final List<SseEvent> discarded = Collections.synchronizedList(new ArrayList<>());
  private final List<Throwable> dropped = Collections.synchronizedList(new ArrayList<>());
  private final Serializer<SseEvent> settings =
      Serializer.<SseEvent>withDefaults()
          .bounded(8, 100, SseEvent::bytes, Overflow.DROP_NEWEST)
          .onErrorDropped(dropped::add)
          .onDiscard(discarded::add);
  private @Nullable SseServer started;

  private SseServer serve(Duration limit) throws Exception {
    return serve((request, response) -> open(request, response, limit));
  }

  private SseServer serve(SseServer.Get get) throws Exception {
    SseServer server = SseServer.start(get);
    started = server;
    return server;
  }

  private void open(HttpServletRequest request, HttpServletResponse response, Duration limit)
      throws IOException {
    opened.complete(SerialSse.open(request, response, limit, settings));
  }

  @AfterEach
  void end() throws Exception {
    if (started != null) {
      started.stop();
    }
  }

  @Test
  void allEventsOfAllThreadsArriveInOrderBeforeTheEnd() throws Exception {
    int threads = 4;
    int each = 250;
    SseServer server =
        serve((request, response) -> opened.complete(SerialSse.open(request, response)));
    var response = EventClient.read(server.address()).join();
    assertEquals(
        "text/event-stream;charset=UTF-8", response.headers().firstValue("Content-Type").get());
    SerialSse front = opened.join();
    List<Thread> producers =
        IntStream.range(0, threads).mapToObj(i -> sender(front, i, each)).toList();
    for (Thread producer : producers) {
      producer.join();
    }
    assertTrue(front.send(SseEvent.comment("last")).isAccepted());
    Ends.cannotBeMade(front.ended());
    assertTrue(front.complete());
    assertEquals(EmitOutcome.TERMINATED, front.send(SseEvent.of("late")));
    List<String> events = EventClient.events(response.body());
    assertEquals(threads * each + 1, events.size());
    assertEquals(": last", events.get(threads * each));
    for (int i = 0; i < threads; i++) {
      String prefix = "data: " + i + ":";
      assertEquals(
          IntStream.range(0, each).mapToObj(item -> prefix + item + "|data: second").toList(),
          events.stream().filter(event -> event.startsWith(prefix)).toList());
    }
    front.ended().toCompletableFuture().join();
    assertFalse(front.complete());
  }

  private static Thread sender(SerialSse front, int producer, int each) {
    Thread thread =
        new Thread(
            () -> {
              for (int i = 0; i < each; i++) {
                SseEvent event = SseEvent.of(producer + ":" + i + "\nsecond");
                assertTrue(front.calls().call(event, LONG).isAccepted());
              }
            });
    thread.start();
    return thread;
  }

  /** The twin: the response itself refuses a second event while one is being sent. */
  @Test
  void theResponseItselfRefusesASecondEvent() throws Exception {
    CompletableFuture<ServletOutputStream> ready = new CompletableFuture<>();
    SseServer server =
        serve(
            (request, response) -> {
              request.startAsync();
              ServletOutputStream out = response.getOutputStream();
              out.setWriteListener(new OnceReady(() -> ready.complete(out)));
            });
    try (Socket client = EventClient.connect(server.address())) {
      ServletOutputStream out = ready.join();
      assertTrue(out.isReady());
      out.write(LARGE.encoded());
      assertThrows(IllegalStateException.class, () -> out.write(SseEvent.of("b").encoded()));
      assertTrue(client.isConnected());
    }
  }

  private record OnceReady(Runnable action) implements WriteListener {
    @Override
    public void onWritePossible() {
      action.run();
    }

    @Override
    public void onError(Throwable failure) {}
  }

  @Test
  void theBoundInBytesIsExactAndNoThreadWaits() throws Exception {
    SseServer server = serve(LONG);
    try (Socket client = EventClient.connect(server.address())) {
      SerialSse front = opened.join();
      assertEquals(EmitOutcome.DELIVERED, front.send(LARGE));
      SseEvent half = SseEvent.of("x".repeat(42)); // "data: ", two line feeds: 50 bytes
      assertEquals(EmitOutcome.QUEUED, front.send(half));
      assertEquals(EmitOutcome.QUEUED, front.send(half));
      assertEquals(100, front.calls().stats().queuedWeight());
      assertEquals(EmitOutcome.OVERFLOW, front.send(SseEvent.of("")));
      assertTrue(client.isConnected());
    }
    Await.until(front().ended().toCompletableFuture()::isDone); // the client has left
    assertEquals(2, discarded.size());
    assertEquals(EmitOutcome.CANCELLED, front().send(SseEvent.of("late")));
  }

  private SerialSse front() {
    return opened.join();
  }

  @Test
  void anEventThatNobodyReadsEndsTheResponse() throws Exception {
    SseServer server = serve(Duration.ofMillis(50));
    try (Socket client = EventClient.connect(server.address())) {
      SerialSse front = opened.join();
      front.send(LARGE);
      boolean waits =
          front.send(SseEvent.of("waits")).isAccepted(); // unless it is too late already
      Throwable end = Await.failureOf(front.ended());
      assertInstanceOf(TimeoutException.class, end);
      Await.until(() -> discarded.size() == (waits ? 1 : 0));
      assertFalse(front.send(SseEvent.of("late")).isAccepted());
      assertTrue(client.isConnected());
    }
  }

  @Test
  void aClientThatLeavesIsNoticedByAComment() throws Exception {
    SseServer server = serve(LONG);
    Socket client = EventClient.connect(server.address());
    SerialSse front = opened.join();
    assertTrue(front.send(SseEvent.of("a")).isAccepted());
    EventClient.leave(client);
    Await.until(() -> !front.send(SseEvent.comment("alive")).isAccepted());
    Throwable end = Await.failureOf(front.ended());
    assertInstanceOf(IOException.class, end);
    assertEquals(List.of(), dropped, "it is no news, and not logged");
  }

  @Test
  void theContainersTimeIsOver() throws Exception {
    SseServer server =
        serve(
            (request, response) -> {
              open(request, response, LONG);
              request.getAsyncContext().setTimeout(20);
            });
    try (Socket client = EventClient.connect(server.address())) {
      assertInstanceOf(TimeoutException.class, Await.failureOf(front().ended()));
      assertTrue(client.isConnected());
    }
    assertEquals(List.of(), dropped);
  }

  @Test
  void aResponseWithoutAnEventEnds() throws Exception {
    SseServer server =
        serve((request, response) -> SerialSse.open(request, response, LONG, settings).complete());
    assertEquals(List.of(), EventClient.read(server.address()).join().body().toList());
  }

  @Test
  void saysWhatIsWrongBeforeAnythingIsSent() throws Exception {
    CompletableFuture<String> refused = new CompletableFuture<>();
    SseServer server =
        serve(
            (request, response) -> {
              refused.complete(
                  String.valueOf(
                      assertThrows(
                              IllegalArgumentException.class,
                              () -> open(request, response, Duration.ZERO))
                          .getMessage()));
              response.sendError(HttpServletResponse.SC_CONFLICT);
            });
    assertEquals(
        HttpServletResponse.SC_CONFLICT, EventClient.read(server.address()).join().statusCode());
    assertTrue(refused.join().contains("limit"));
  }
}
