package org.reactiveserializer.examples.springboot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.testing.Await;
import org.springframework.web.reactive.socket.CloseStatus;

/** A WebSocket session: {@link JobSocket}. */
@Timeout(120)
class JobsTest {
  private static final int JOBS = 4;
  private static final int STEPS = 2_500;

  /** So long that the buffers of the system are full soon. */
  private static final String ENDLESS = "x".repeat(8_000) + " " + Integer.MAX_VALUE;

  private static Server server;
  private static Twins twins;

  @BeforeAll
  static void start() {
    server = Server.start(Twins.class, "--jobs.patience=1h");
    twins = server.bean(Twins.class);
  }

  @AfterAll
  static void stop() {
    server.stop();
  }

  /** Waits until a job has stopped. Returns why. */
  private static String reason(MeterRegistry registry) {
    Await.until(() -> !registry.find("jobs.stopped").counters().isEmpty());
    List<Counter> counters = List.copyOf(registry.find("jobs.stopped").counters());
    assertEquals(1, counters.size());
    return String.valueOf(counters.get(0).getId().getTag("outcome"));
  }

  @Test
  void allJobsReportInTheirOrder() throws InterruptedException {
    SessionClient client = new SessionClient(server.webSocket("/jobs"), true);
    for (int job = 0; job < JOBS; job++) {
      client.send(job + " " + STEPS);
    }
    Publishers.Order order = new Publishers.Order(JOBS, 1);
    for (int i = 0; i < JOBS * STEPS; i++) {
      order.check(client.next());
    }
    client.socket.abort();
  }

  @Test
  void nothingIsLostWhileAnotherThreadDelivers() throws InterruptedException {
    assertEquals(
        Publishers.MEANWHILE,
        arrivedMeanwhile(
            "/serial-session",
            twins.serialSession,
            item -> assertTrue(twins.serialToSession.emit(item, Await.LONG).isAccepted())));
  }

  @Test
  void twinLosesWhatIsSentMeanwhile() throws InterruptedException {
    assertEquals(
        0, arrivedMeanwhile("/raw-session", twins.rawSession, twins.rawToSession::tryEmitNext));
  }

  private static int arrivedMeanwhile(String path, Twins.Held held, Consumer<String> emit)
      throws InterruptedException {
    SessionClient client = new SessionClient(server.webSocket(path), true);
    emit.accept("hello");
    assertEquals("hello", client.next()); // so the session has subscribed, and has demand
    Publishers.whileHeld(held, emit);
    assertEquals(Twins.FIRST, client.next());
    int arrived = 0;
    while (!client.next().equals(Publishers.LAST)) {
      arrived++;
    }
    client.socket.abort();
    return arrived;
  }

  @Test
  void aJobLearnsThatItsClientHasLeft() throws InterruptedException {
    SessionClient client = new SessionClient(server.webSocket("/jobs"), true);
    client.send("endless " + Integer.MAX_VALUE);
    assertEquals("endless 1", client.next());
    client.socket.abort();
    assertEquals(EmitOutcome.CANCELLED.name(), reason(server.bean(MeterRegistry.class)));
  }

  @Test
  void aJobLearnsThatItsClientReadsNothing() {
    Server impatient = Server.start(Twins.class, "--jobs.patience=10ms");
    SessionClient client = new SessionClient(impatient.webSocket("/jobs"), false);
    client.send(ENDLESS);
    assertEquals(EmitOutcome.OVERFLOW.name(), reason(impatient.bean(MeterRegistry.class)));
    client.socket.abort();
    impatient.stop();
  }

  @Test
  void theEndOfTheServerEndsSessionsAndJobs() throws Exception {
    Server ending = Server.start(Twins.class, "--jobs.patience=1h");
    SessionClient client = new SessionClient(ending.webSocket("/jobs"), true);
    client.send("endless " + Integer.MAX_VALUE);
    assertEquals("endless 1", client.next());
    // Made here: a registry that is closed makes no counter.
    Counter terminated =
        ending
            .bean(MeterRegistry.class)
            .counter("jobs.stopped", "outcome", EmitOutcome.TERMINATED.name());
    ending.stop();
    int status = client.closed.get(Await.LONG.toSeconds(), TimeUnit.SECONDS);
    assertEquals(CloseStatus.GOING_AWAY.getCode(), status);
    Await.until(() -> terminated.count() == 1);
  }
}
