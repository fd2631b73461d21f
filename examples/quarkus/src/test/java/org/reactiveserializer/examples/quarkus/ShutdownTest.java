package org.reactiveserializer.examples.quarkus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.quarkus.runtime.Application;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.testing.Await;

/** The server stops while it has clients. */
@QuarkusTest
@TestProfile(ShutdownTest.Patient.class)
@Timeout(120)
class ShutdownTest {
  @Inject EventResource recipe;

  @SuppressWarnings("NullAway.Init") // Quarkus sets it
  @TestHTTPResource("/events")
  URI events;

  @Test
  void everyClientGetsAllThatWasAcceptedAndThenTheEnd() throws Exception {
    CompletableFuture<Void> stopped;
    try (Held held = new Held(events, recipe.events.toMulti(), recipe.events::tryEmit)) {
      assertEquals(202, EventClient.post(events, "second"));
      stopped = Held.start(Application.currentApplication()::stop);
      Await.until(recipe.events.sink()::isTerminated);
      assertEquals(503, EventClient.post(events, "third"));
      held.release();
      assertEquals(List.of(Held.FIRST, "second"), held.before.rest());
      assertEquals(List.of(Held.FIRST, "second"), held.behind.rest());
    }
    stopped.join();
    assertEquals(0, Observer.clients);
  }

  /** Counts the clients at the time of {@link ShutdownEvent}. */
  @Singleton
  static class Observer {
    static volatile int clients = -1;

    void observe(@Observes ShutdownEvent event, EventResource recipe) {
      clients = recipe.clients.get();
    }
  }

  /** Waits for clients as long as a busy machine needs. */
  public static class Patient implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
      return Map.of("quarkus.shutdown.timeout", "120s");
    }
  }
}
