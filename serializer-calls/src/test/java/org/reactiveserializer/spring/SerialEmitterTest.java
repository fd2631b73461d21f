package org.reactiveserializer.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.calls.HangLimit;
import org.reactiveserializer.testing.Await;
import org.reactiveserializer.testing.Ends;
import org.reactiveserializer.testing.EventClient;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** The front with emitters of Spring MVC in Tomcat. */
@Timeout(120)
class SerialEmitterTest {
  private static final String LARGE = "x".repeat(16 << 20); // more than a connection takes

  private static EmitterServer server;

  private final List<String> discarded = Collections.synchronizedList(new ArrayList<>());
  private final Serializer<String> settings =
      Serializer.<String>withDefaults()
          .bounded(8, 100, String::length, Overflow.DROP_NEWEST)
          .onDiscard(discarded::add);

  @BeforeAll
  static void serve() throws Exception {
    server = new EmitterServer();
  }

  @AfterAll
  static void end() throws Exception {
    server.stop();
  }

  private SerialEmitter<String> frontOf(SseEmitter emitter) {
    return SerialEmitter.of(
        emitter, settings, new HangLimit(Duration.ofMinutes(1), hang -> {}), SseEmitter::send);
  }

  @Test
  void allEventsOfAllThreadsArriveInOrderBeforeTheEnd() throws Exception {
    int threads = 4;
    int each = 200;
    var response = EventClient.read(server.address());
    var front = SerialEmitter.of(server.next());
    List<Thread> producers =
        IntStream.range(0, threads)
            .mapToObj(
                producer ->
                    started(
                        () -> {
                          for (int i = 0; i < each; i++) {
                            assertTrue(
                                front
                                    .send(SseEmitter.event().data(producer + ":" + i))
                                    .isAccepted());
                          }
                        }))
            .toList();
    for (Thread producer : producers) {
      producer.join();
    }
    Ends.cannotBeMade(front.ended());
    assertTrue(front.complete());
    assertEquals(EmitOutcome.TERMINATED, front.send(SseEmitter.event().data("late")));
    List<String> events = EventClient.events(response.join().body());
    assertEquals(threads * each, events.size());
    for (int i = 0; i < threads; i++) {
      String prefix = "data:" + i + ":";
      assertEquals(
          IntStream.range(0, each).mapToObj(item -> prefix + item).toList(),
          events.stream().filter(event -> event.startsWith(prefix)).toList());
    }
    front.ended().toCompletableFuture().join();
  }

  @Test
  void oneThreadWaitsForASlowClientAndTheOthersGoOn() throws Exception {
    try (Socket client = EventClient.connect(server.address())) {
      SseEmitter emitter = server.next();
      SerialEmitter<String> front = frontOf(emitter);
      front.send("first");
      await("data:first", client.getInputStream()); // from now on the emitter writes itself
      Thread sender = started(() -> front.send(LARGE));
      Await.until(() -> isParked(sender, frame -> frame.contains("SocketWrapper")));
      assertEquals(EmitOutcome.QUEUED, front.send("x".repeat(60)));
      assertEquals(EmitOutcome.QUEUED, front.send("x".repeat(40)));
      assertEquals(100, front.calls().stats().queuedWeight());
      assertEquals(EmitOutcome.OVERFLOW, front.send("x"));
      EventClient.leave(client);
      sender.join();
      Throwable end = Await.failureOf(front.ended());
      assertInstanceOf(IOException.class, end);
      assertEquals(2, discarded.size());
      assertEquals(EmitOutcome.CANCELLED, front.send("late"));
    }
  }

  /** The twin: with the emitter itself the second thread waits for its lock. */
  @Test
  void anEmitterThatLetsAllWaitIsNoticed() throws Exception {
    try (Socket client = EventClient.connect(server.address())) {
      SseEmitter emitter = server.next();
      emitter.send("first");
      await("data:first", client.getInputStream());
      Thread first = started(() -> emitter.send(LARGE));
      Await.until(() -> isParked(first, frame -> frame.contains("SocketWrapper")));
      Thread second = started(() -> emitter.send("second"));
      Await.until(() -> isParked(second, frame -> frame.contains("ReentrantLock")));
      EventClient.leave(client);
      first.join();
      second.join();
    }
  }

  @Test
  void aSendThatTakesTooLongEndsTheFront() throws Exception {
    try (Socket client = EventClient.connect(server.address())) {
      SseEmitter emitter = server.next();
      List<Throwable> hung = Collections.synchronizedList(new ArrayList<>());
      SerialEmitter<String> front =
          SerialEmitter.of(
              emitter, settings, new HangLimit(Duration.ofMillis(50), hung::add), SseEmitter::send);
      front.send("first");
      await("data:first", client.getInputStream());
      Thread sender = started(() -> front.send(LARGE));
      Await.until(() -> hung.size() == 1);
      assertEquals(EmitOutcome.TERMINATED, front.send("late"));
      EventClient.leave(client);
      sender.join();
      Await.failureOf(front.ended());
    }
  }

  @Test
  void whatEndsTheEmitterEndsTheFront() throws Exception {
    var response = EventClient.read(server.address());
    SseEmitter emitter = server.next();
    SerialEmitter<String> front = frontOf(emitter);
    front.send("a");
    response.join();
    emitter.complete(); // as a timeout does
    Await.until(() -> !front.send("b").isAccepted());
    Await.failureOf(front.ended());
    assertFalse(front.complete());
  }

  @Test
  void anErrorFollowsWhatWasAccepted() throws Exception {
    var response = EventClient.read(server.address());
    SerialEmitter<String> front = frontOf(server.next());
    front.send("a");
    assertTrue(front.completeWithError(new IllegalArgumentException("broken")));
    assertFalse(front.completeWithError(new IllegalArgumentException("again")));
    front.ended().toCompletableFuture().join();
    List<String> seen = new ArrayList<>();
    try {
      response.join().body().forEach(seen::add);
    } catch (RuntimeException cutOff) {
      // the response is not complete
    }
    assertTrue(seen.isEmpty() || seen.get(0).equals("data:a"));
  }

  private static void await(String text, InputStream in) throws IOException {
    StringBuilder read = new StringBuilder();
    while (read.indexOf(text) < 0) {
      read.append((char) in.read());
    }
  }

  private static boolean isParked(Thread thread, Predicate<String> isThere) {
    return thread.getState() != Thread.State.RUNNABLE
        && List.of(thread.getStackTrace()).stream()
            .map(frame -> Objects.toString(frame.getClassName()))
            .anyMatch(isThere);
  }

  private static Thread started(Send send) {
    Thread thread =
        new Thread(
            () -> {
              try {
                send.run();
              } catch (IOException | IllegalStateException expected) {
                // the client has left
              }
            });
    thread.start();
    return thread;
  }

  private interface Send {
    void run() throws IOException;
  }
}
