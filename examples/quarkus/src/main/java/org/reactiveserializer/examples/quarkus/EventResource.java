package org.reactiveserializer.examples.quarkus;

import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.operators.multi.processors.BroadcastProcessor;
import io.smallrye.mutiny.subscription.BackPressureFailure;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;
import java.util.concurrent.atomic.AtomicInteger;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.mutiny.MutinySerializer;
import org.reactiveserializer.mutiny.SerialEmitter;

/**
 * Server-sent events: one stream for all clients, which any number of threads feed.
 *
 * <pre>{@code
 * mvn -q -Pexamples -DskipTests -pl examples/quarkus -am package
 * java -Dquarkus.http.port=8080 -jar examples/quarkus/target/quarkus-app/quarkus-run.jar
 * curl -N http://127.0.0.1:8080/events                                # in other terminals
 * curl -H "Content-Type: text/plain" -d one http://127.0.0.1:8080/events
 * }</pre>
 */
@Singleton
@Path("/events")
public class EventResource {
  static final int WAITING_FOR_A_CLIENT = 1024;

  // A publisher only leaves its event. A thread of the library encodes it, once for each client.
  final SerialEmitter<String> events =
      MutinySerializer.emitterFor(
          BroadcastProcessor.<String>create(),
          Serializer.withDefaults().bounded(4096, Overflow.DROP_NEWEST).deliverOn());

  /** How many clients get what is published. */
  final AtomicInteger clients = new AtomicInteger();

  @GET
  @Produces(MediaType.SERVER_SENT_EVENTS)
  public Multi<OutboundSseEvent> events(Sse sse) {
    Multi<String> counted = events.toMulti().onSubscription().invoke(clients::incrementAndGet);
    return forClient(counted.onTermination().invoke(clients::decrementAndGet), sse);
  }

  /** A client has a buffer of its own. If it is full, this client is told, and has to come again. */
  static Multi<OutboundSseEvent> forClient(Multi<String> events, Sse sse) {
    Multi<OutboundSseEvent> sent =
        events
            .onOverflow()
            .buffer(WAITING_FOR_A_CLIENT)
            .map(sse::newEvent)
            .onFailure(BackPressureFailure.class)
            .recoverWithItem(() -> sse.newEvent("overflow", "events were lost"));
    // Quarkus sends the headers before it subscribes. A client that has got the comment misses
    // nothing that is published then.
    OutboundSseEvent hello = sse.newEventBuilder().comment("hello").build();
    return Multi.createBy().merging().withRequests(1).streams(sent, Multi.createFrom().item(hello));
  }

  /** Publishes an event. If the answer is 503, no client gets it. */
  @POST
  public Response publish(String event) {
    return Response.status(events.tryEmit(event).isAccepted() ? 202 : 503).build();
  }

  /** Ends all responses. ShutdownEvent is too late: it comes when Quarkus has waited for them. */
  void complete(@Observes ShutdownDelayInitiatedEvent event) {
    events.complete();
  }
}
