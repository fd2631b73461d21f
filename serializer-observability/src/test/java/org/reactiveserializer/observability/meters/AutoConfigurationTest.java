package org.reactiveserializer.observability.meters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** An application of Spring Boot gets the meters with no line of its own. */
class AutoConfigurationTest {
  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  MetricsAutoConfiguration.class, SerializerMetricsAutoConfiguration.class));

  @Test
  void theRegistryHasTheMetersOfEachName() {
    runner
        .withBean(SimpleMeterRegistry.class)
        .run(
            context -> {
              SerialSink<Integer> sink = Serializer.<Integer>withDefaults().named("boot").sink();
              sink.tryEmit(1);
              double waiting =
                  context
                      .getBean(MeterRegistry.class)
                      .get("reactive.serializer.waiting")
                      .tags("name", "boot")
                      .gauge()
                      .value();
              assertEquals(2, waiting + sink.backlog());
            });
  }

  @Test
  void withoutARegistryThereIsNoBinder() {
    new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(SerializerMetricsAutoConfiguration.class))
        .run(context -> assertEquals(0, context.getBeansOfType(SerializerMetrics.class).size()));
  }

  @Test
  void anOwnBinderTakesItsPlace() {
    SerializerMetrics own = new SerializerMetrics();
    runner
        .withBean(SimpleMeterRegistry.class)
        .withBean(SerializerMetrics.class, () -> own)
        .run(context -> assertEquals(own, context.getBean(SerializerMetrics.class)));
  }

  @Test
  void springBootFindsIt() throws IOException {
    String name =
        "/META-INF/spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports";
    try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream(name))) {
      String imports = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      assertTrue(imports.contains(SerializerMetricsAutoConfiguration.class.getName()), imports);
    }
  }
}
