package org.reactiveserializer.examples.springboot;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.reactor.ReactorSerializer;
import org.reactivestreams.Publisher;
import org.springframework.context.annotation.Bean;
import org.springframework.http.MediaType;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.reactive.handler.SimpleUrlHandlerMapping;
import org.springframework.web.reactive.socket.WebSocketHandler;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Recipes that do not work, and a session whose delivery a test can hold, at addresses of their own. */
class Twins {
  static final String FIRST = "first";

  /** Reactor's sink, whose results nobody looks at, and which nobody completes. */
  final Sinks.Many<String> raw = Sinks.many().multicast().directBestEffort();

  /** The last subscriber that leaves cancels it. */
  final SerialSink<String> counted = Serializer.withDefaults().sink();

  final Held rawSession = new Held();
  final Held serialSession = new Held();
  final Sinks.Many<String> rawToSession = Sinks.many().unicast().onBackpressureBuffer();
  final SerialSink<String> serialToSession = Serializer.withDefaults().sink();

  /** Without it, the first server of the process that stops also stops the threads of the others. */
  @Bean
  ReactorResourceFactory threadsOfOneServer() {
    ReactorResourceFactory threads = new ReactorResourceFactory();
    threads.setUseGlobalResources(false);
    threads.setShutdownQuietPeriod(Duration.ZERO);
    return threads;
  }

  @Bean
  RouterFunction<ServerResponse> events() {
    Flux<String> shared = ReactorSerializer.flux(counted).publish().refCount();
    return RouterFunctions.route()
        .GET("/raw", request -> serve(raw.asFlux().onBackpressureBuffer()))
        .GET("/counted", request -> serve(shared))
        .build();
  }

  private static Mono<ServerResponse> serve(Flux<String> events) {
    Flux<ServerSentEvent<String>> sent =
        events
            .map(event -> ServerSentEvent.builder(event).build())
            .mergeWith(Mono.just(ServerSentEvent.<String>builder().comment("hello").build()));
    return ServerResponse.ok()
        .contentType(MediaType.TEXT_EVENT_STREAM)
        .body(BodyInserters.fromServerSentEvents(sent));
  }

  @Bean
  HandlerMapping sessions() {
    return new SimpleUrlHandlerMapping(
        Map.of(
            "/raw-session", handler(rawToSession.asFlux(), rawSession),
            "/serial-session", handler(ReactorSerializer.flux(serialToSession), serialSession)),
        -1);
  }

  private static WebSocketHandler handler(Publisher<String> messages, Held held) {
    return session -> session.send(Flux.from(messages).map(held).map(session::textMessage));
  }

  /** Holds the thread that delivers the first item. */
  static final class Held implements Function<String, String> {
    final CountDownLatch arrived = new CountDownLatch(1);
    final CountDownLatch released = new CountDownLatch(1);

    @Override
    public String apply(String item) {
      if (item.equals(FIRST)) {
        arrived.countDown();
        try {
          released.await();
        } catch (InterruptedException ended) {
          throw new IllegalStateException(ended);
        }
      }
      return item;
    }
  }
}
