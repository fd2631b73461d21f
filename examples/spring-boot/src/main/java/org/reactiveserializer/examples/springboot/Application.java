package org.reactiveserializer.examples.springboot;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.reactive.handler.SimpleUrlHandlerMapping;

/**
 * A server with both recipes: {@link EventStream} and {@link JobSocket}.
 *
 * <pre>{@code
 * mvn -q -Pexamples -DskipTests -pl examples/spring-boot -am package
 * java -cp "examples/spring-boot/target/classes:examples/spring-boot/target/lib/*" \
 *     org.reactiveserializer.examples.springboot.Application --server.port=8080
 * curl -N http://127.0.0.1:8080/events                                # in other terminals
 * curl -H "Content-Type: text/plain" -d one http://127.0.0.1:8080/events
 * curl http://127.0.0.1:8080/actuator/metrics/events.delivered
 * }</pre>
 */
@SpringBootApplication
public class Application {
  /** Serves until the process is ended. The arguments are those of Spring Boot. */
  public static void main(String[] args) {
    SpringApplication.run(Application.class, args);
  }

  @Bean
  HandlerMapping sockets(JobSocket jobs) {
    return new SimpleUrlHandlerMapping(Map.of("/jobs", jobs), -1);
  }
}
