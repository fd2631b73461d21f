package org.reactiveserializer.examples.quarkus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.operators.multi.processors.BroadcastProcessor;
import jakarta.inject.Inject;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.testing.Await;

@QuarkusTest
@Timeout(120)
class EventsTest {
  private static final int CLIENTS = 5;
  private static final int THREADS = 4;
  private static final int EACH = 2_500;

  /** Fewer than a client's buffer holds: so no client is too slow here, on any machine. */
  private static final int ON_THEIR_WAY = EventResource.WAITING_FOR_A_CLIENT / 2;

  @Inject EventResource recipe;
  @Inject RawResource twin;

  @SuppressWarnings("NullAway.Init") // Quarkus sets it
  @TestHTTPResource("/events")
  URI events;

  @SuppressWarnings("NullAway.Init")
  @TestHTTPResource("/raw")
  URI raw;

  @BeforeEach
  void nobodyIsThere() {
    twin.events = BroadcastProcessor.create();
    Await.until(() -> recipe.clients.get() == 0);
  }

  private void publish(String event) {
    assertTrue(recipe.events.tryEmit(event).isAccepted(), event);
  }

  @Test
  void everyClientGetsAllInTheOrderOfEachThread() throws Exception {
    List<EventClient> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      clients.add(EventClient.connect(events));
    }
    Semaphore room = new Semaphore(ON_THEIR_WAY);
    List<CompletableFuture<Void>> publishers = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      List<String> own = eventsOf(thread);
      publishers.add(
          Held.start(
              () ->
                  own.forEach(
                      event -> {
                        room.acquireUninterruptibly();
                        publish(event);
                      })));
    }
    List<String> got = new ArrayList<>();
    for (int i = 0; i < THREADS * EACH; i++) {
      String event = clients.get(0).next();
      got.add(event);
      for (EventClient other : clients.subList(1, CLIENTS)) {
        assertEquals(event, other.next());
      }
      room.release();
    }
    publishers.forEach(CompletableFuture::join);
    for (int thread = 0; thread < THREADS; thread++) {
      String name = thread + " ";
      assertEquals(eventsOf(thread), got.stream().filter(event -> event.startsWith(name)).toList());
    }
    clients.forEach(EventClient::close);
  }

  private static List<String> eventsOf(int thread) {
    return IntStream.range(0, EACH).mapToObj(i -> thread + " " + i).toList();
  }

  @Test
  void allClientsGetTheSameOrder() throws Exception {
    try (Held held = new Held(events, recipe.events.toMulti(), this::publish)) {
      publishMeanwhile(held, this::publish);
      List<String> order = List.of(Held.FIRST, "second", "last");
      assertEquals(order, held.before.next(3));
      assertEquals(order, held.behind.next(3));
    }
  }

  @Test
  void twinSendsEachClientAnotherOrder() throws Exception {
    try (Held held = new Held(raw, twin.events, twin.events::onNext)) {
      publishMeanwhile(held, twin.events::onNext);
      assertEquals(List.of(Held.FIRST, "second", "last"), held.before.next(3));
      assertEquals(List.of("second", Held.FIRST, "last"), held.behind.next(3));
    }
  }

  private static void publishMeanwhile(Held held, Consumer<String> publish) {
    Held.start(() -> publish.accept("second")).join();
    held.release();
    publish.accept("last");
  }

  /** The recipe does not: see {@link ShutdownTest}. */
  @Test
  void twinLosesAnEventIfTheStreamEndsMeanwhile() throws Exception {
    try (Held held = new Held(raw, twin.events, twin.events::onNext)) {
      twin.events.onComplete();
      held.release();
      assertEquals(List.of(Held.FIRST), held.before.rest());
      assertEquals(List.of(), held.behind.rest());
    }
  }

  @Test
  void aSlowClientIsToldAndHoldsUpNoOther() throws Exception {
    String padding = " ".repeat(8_000) + ".";
    try (EventClient slow = EventClient.connect(events);
        EventClient fast = EventClient.connect(events)) {
      int published = 0;
      while (recipe.clients.get() == 2) {
        String event = published++ + padding;
        publish(event);
        assertEquals(event, fast.next());
      }
      List<String> got = slow.rest();
      int last = got.size() - 1;
      assertEquals("events were lost", got.get(last));
      assertTrue(last < published, () -> last + " events");
      for (int i = 0; i < last; i++) {
        assertEquals(i + padding, got.get(i));
      }
    }
  }

  @Test
  void aClientThatLeavesEndsNothing() throws Exception {
    try (EventClient other = EventClient.connect(events)) {
      try (EventClient leaving = EventClient.connect(events)) {
        publish("one");
        assertEquals("one", leaving.next());
      }
      Await.until(() -> recipe.clients.get() == 1);
      assertEquals(202, EventClient.post(events, "two"));
      assertEquals(List.of("one", "two"), other.next(2));
    }
    Await.until(() -> recipe.clients.get() == 0);
    publish("nobody");
    try (EventClient late = EventClient.connect(events)) {
      publish("again");
      assertEquals("again", late.next());
    }
  }
}
