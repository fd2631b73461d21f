package org.reactiveserializer.examples.springboot;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.reactor.ReactorSerializer;
import org.reactiveserializer.reactor.SerialMany;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

/**
 * One stream for all clients, which any number of threads feed. It outlives its clients: one that
 * leaves ends nothing, and one that comes gets what is published from then on.
 */
@Component
public class EventStream {
  private static final int WAITING = 4096;
  private static final int WAITING_FOR_A_CLIENT = 1024;

  // A publisher only leaves its event. A thread of the library encodes it, once for each client.
  private final SerialMany<String> events =
      ReactorSerializer.many(
          Sinks.many().multicast().directBestEffort(),
          Serializer.withDefaults()
              .named("events")
              .bounded(WAITING, Overflow.DROP_NEWEST)
              .deliverOn());

  private final Counter overflows;

  EventStream(MeterRegistry registry) {
    Gauge.builder("events.delivered", events, e -> e.stats().delivered()).register(registry);
    Gauge.builder("events.waiting", events, SerialMany::backlog).register(registry);
    // Refused: there was no room, or the stream has ended. Discarded: there was no client.
    Gauge.builder("events.refused", events, e -> e.stats().refused() + e.stats().discarded())
        .register(registry);
    Gauge.builder("events.clients", events, SerialMany::currentSubscriberCount).register(registry);
    overflows = Counter.builder("events.clients.overflowed").register(registry);
  }

  /**
   * Publishes an event, from any thread. If the result is a failure, no client gets the event:
   * {@code FAIL_OVERFLOW} if too many wait, {@code FAIL_TERMINATED} while the server shuts down.
   */
  public Sinks.EmitResult publish(String event) {
    return events.tryEmitNext(event);
  }

  /**
   * Returns the stream for one client. The client has a buffer of its own, so a slow one holds up
   * no other; if it is full, this stream fails, and only this one.
   */
  public Flux<String> forClient() {
    return events
        .asFlux()
        .onBackpressureBuffer(WAITING_FOR_A_CLIENT, first -> overflows.increment());
  }

  /** Ends all responses, which the graceful shutdown of the server would wait for. */
  @EventListener(ContextClosedEvent.class)
  void complete() {
    events.tryEmitComplete();
  }
}
