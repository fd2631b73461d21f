package org.reactiveserializer.observability.meters;

import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Binds {@link SerializerMetrics} to the meter registry of a Spring Boot application (4.0 or later), unless
 * it has such a bean. Spring Boot finds this class by itself.
 */
@AutoConfiguration(
    afterName = {
      "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
      "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
    })
@ConditionalOnBean(MeterRegistry.class)
@SuppressWarnings("exports") // Spring Boot has what it needs
public final class SerializerMetricsAutoConfiguration {
  /** Spring Boot creates it. */
  public SerializerMetricsAutoConfiguration() {}

  /**
   * Makes the binder; Spring Boot binds it, and closes it with the application.
   *
   * @return the binder
   */
  @Bean
  @ConditionalOnMissingBean
  public SerializerMetrics serializerMetrics() {
    return new SerializerMetrics();
  }
}
