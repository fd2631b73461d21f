package org.reactiveserializer.spring;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.catalina.LifecycleException;
import org.reactiveserializer.testing.Await;
import org.reactiveserializer.testing.TomcatServer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** A server that keeps the emitters of its responses. */
final class EmitterServer {
  private final Emitters emitters = new Emitters();
  private final TomcatServer server;

  EmitterServer() throws Exception {
    server = SpringServer.start(Web.class, emitters);
  }

  String address() {
    return server.address("http", "/events");
  }

  /** Returns the emitter of the next request. */
  SseEmitter next() throws InterruptedException {
    return Await.next(emitters.made);
  }

  void stop() throws LifecycleException {
    server.stop();
  }

  /** The emitters that were made. */
  static final class Emitters {
    final BlockingQueue<SseEmitter> made = new LinkedBlockingQueue<>();
  }

  /** What the server serves. */
  @Configuration(proxyBeanMethods = false)
  @EnableWebMvc
  static class Web {
    @Bean
    Events events(Emitters emitters) {
      return new Events(emitters);
    }
  }

  /** The controller. */
  @RestController
  static class Events {
    private final Emitters emitters;

    Events(Emitters emitters) {
      this.emitters = emitters;
    }

    /** Returns a new emitter. */
    @GetMapping("/events")
    public SseEmitter get() {
      SseEmitter emitter = new SseEmitter(0L);
      emitters.made.add(emitter);
      return emitter;
    }
  }
}
