package org.reactiveserializer.examples.springboot;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The events of {@link EventStream} as server-sent events, and a request that publishes one. */
@RestController
public class EventController {
  private static final ServerSentEvent<String> HELLO =
      ServerSentEvent.<String>builder().comment("hello").build();

  /** The last event of a client that was too slow. A browser connects again after it. */
  private static final ServerSentEvent<String> OVERFLOW =
      ServerSentEvent.<String>builder().event("overflow").data("events were lost").build();

  private final EventStream stream;

  EventController(EventStream stream) {
    this.stream = stream;
  }

  @GetMapping(path = "/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
  Flux<ServerSentEvent<String>> events() {
    return stream
        .forClient()
        .map(event -> ServerSentEvent.builder(event).build())
        .onErrorReturn(Exceptions::isOverflow, OVERFLOW)
        // The headers of the response leave with the first event. This one comes at once, and after
        // the subscription: a client that has the headers misses nothing that is published then.
        .mergeWith(Mono.just(HELLO));
  }

  @PostMapping("/events")
  ResponseEntity<Void> publish(@RequestBody String event) {
    boolean accepted = stream.publish(event).isSuccess();
    return ResponseEntity.status(accepted ? HttpStatus.ACCEPTED : HttpStatus.SERVICE_UNAVAILABLE)
        .build();
  }
}
