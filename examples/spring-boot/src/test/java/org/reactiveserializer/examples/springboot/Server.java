package org.reactiveserializer.examples.springboot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.boot.Banner;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The application on a port of its own, perhaps with twins of its recipes. */
final class Server {
  static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static final Pattern VALUE = Pattern.compile("\"value\":([0-9.E]+)");

  private final ConfigurableApplicationContext context;
  private final String address;

  private Server(ConfigurableApplicationContext context) {
    this.context = context;
    this.address =
        "127.0.0.1:"
            + Objects.requireNonNull(context.getEnvironment().getProperty("local.server.port"));
  }

  /** Starts the application, with beans of a class besides. A setting is "--name=value". */
  static Server start(Class<?> besides, String... settings) {
    List<String> arguments = new ArrayList<>(List.of(settings));
    arguments.add("--server.port=0");
    return new Server(
        new SpringApplicationBuilder(Application.class, besides)
            .bannerMode(Banner.Mode.OFF)
            .registerShutdownHook(false)
            .run(arguments.toArray(String[]::new)));
  }

  <B> B bean(Class<B> type) {
    return context.getBean(type);
  }

  int port() {
    return http("/").getPort();
  }

  URI http(String path) {
    return URI.create("http://" + address + path);
  }

  URI webSocket(String path) {
    return URI.create("ws://" + address + path);
  }

  /** Returns the value of a meter, as Actuator shows it. */
  double meter(String name) {
    HttpRequest request = HttpRequest.newBuilder(http("/actuator/metrics/" + name)).build();
    String body = HTTP.sendAsync(request, BodyHandlers.ofString()).join().body();
    Matcher value = VALUE.matcher(body);
    assertEquals(1, VALUE.matcher(body).results().count(), body);
    return value.find() ? Double.parseDouble(value.group(1)) : -1;
  }

  /** Ends the application, as a signal to its process would. */
  void stop() {
    context.close();
  }
}
