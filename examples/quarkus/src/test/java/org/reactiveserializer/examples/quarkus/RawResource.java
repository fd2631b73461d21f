package org.reactiveserializer.examples.quarkus;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.operators.multi.processors.BroadcastProcessor;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;

/** The twin of {@link EventResource}: the threads call the processor, and nobody completes it. */
@Singleton
@Path("/raw")
public class RawResource {
  volatile BroadcastProcessor<String> events = BroadcastProcessor.create();

  @GET
  @Produces(MediaType.SERVER_SENT_EVENTS)
  public Multi<OutboundSseEvent> events(Sse sse) {
    return EventResource.forClient(events, sse);
  }
}
