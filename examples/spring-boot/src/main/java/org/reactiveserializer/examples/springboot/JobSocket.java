package org.reactiveserializer.examples.springboot;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.reactor.ReactorSerializer;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.socket.CloseStatus;
import org.springframework.web.reactive.socket.WebSocketHandler;
import org.springframework.web.reactive.socket.WebSocketMessage;
import org.springframework.web.reactive.socket.WebSocketSession;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * A WebSocket session into which several threads send. Each message of the client ("count 1000")
 * starts a job on a thread of its own, and all jobs report to the same session.
 */
@Component
public class JobSocket implements WebSocketHandler {
  private static final int WAITING = 256;

  private final Set<SerialSink<String>> open = ConcurrentHashMap.newKeySet();
  private final MeterRegistry registry;
  private final Duration patience;
  private volatile boolean isOver;

  JobSocket(MeterRegistry registry, @Value("${jobs.patience:10s}") Duration patience) {
    this.registry = registry;
    this.patience = patience;
  }

  @Override
  public Mono<Void> handle(WebSocketSession session) {
    SerialSink<String> sink =
        Serializer.withDefaults().bounded(WAITING, Overflow.DROP_NEWEST).sink();
    open.add(sink);
    sink.onTermination(() -> open.remove(sink));
    if (isOver) { // after open has it: see complete
      sink.tryComplete();
    }
    Mono<Void> output =
        session
            .send(ReactorSerializer.flux(sink).map(session::textMessage))
            .then(session.close(CloseStatus.GOING_AWAY));
    Mono<Void> input =
        session
            .receive()
            .map(WebSocketMessage::getPayloadAsText)
            .doOnNext(job -> Schedulers.boundedElastic().schedule(() -> run(job, sink)))
            .then();
    // If the client leaves, the input ends. That cancels the output, and so tells the jobs.
    return Mono.firstWithSignal(output, input);
  }

  private void run(String job, SerialSink<String> sink) {
    String[] words = job.split(" ", 2);
    for (int step = 1; step <= Integer.parseInt(words[1]); step++) {
      // Waits while the client is slow: so not on an event loop.
      EmitOutcome outcome = sink.emit(words[0] + " " + step, patience);
      if (!outcome.isAccepted()) {
        // The client left (CANCELLED) or reads nothing (OVERFLOW), or we shut down (TERMINATED).
        registry.counter("jobs.stopped", "outcome", outcome.name()).increment();
        return;
      }
    }
  }

  /** Ends all sessions after what they have accepted; the server waits for them. */
  @EventListener(ContextClosedEvent.class)
  void complete() {
    isOver = true; // first: who comes from now on sees it
    open.forEach(SerialSink::tryComplete);
  }
}
