package org.reactiveserializer.benchmarks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.reactivex.rxjava3.core.Flowable;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openjdk.jmh.annotations.Param;
import org.reactiveserializer.benchmarks.Pipeline.Serialization;
import org.reactiveserializer.rxjava3.SerialFlowableSubscriber;

/** Whole pipelines deliver all items, through the serializer that was named. */
class PipelineTest {
  private static final int ITEMS = 50_001; // not a multiple of anything

  @ParameterizedTest
  @EnumSource
  void deliversAllItems(Serialization serialization) {
    for (int producers : new int[] {1, 2, 4}) {
      Pipeline pipeline = new Pipeline();
      pipeline.serialization = serialization.name().toLowerCase(Locale.ROOT);
      pipeline.producers = producers;
      pipeline.items = ITEMS;
      pipeline.start();
      for (int batch = 0; batch < 3; batch++) {
        pipeline.prepare();
        assertThrows(FaultyDeliveryException.class, pipeline::check);
        pipeline.run();
        pipeline.check();
      }
      pipeline.stop();
    }
  }

  @ParameterizedTest
  @EnumSource
  void theSerializerIsTheOneThatWasNamed(Serialization serialization) {
    AtomicReference<Class<?>> subscriber = new AtomicReference<>();
    Flowable.<Integer>fromPublisher(downstream -> subscriber.set(downstream.getClass()))
        .compose(serialization)
        .subscribe();
    Class<?> expected =
        serialization == Serialization.RXJAVA
            ? io.reactivex.rxjava3.subscribers.SerializedSubscriber.class
            : SerialFlowableSubscriber.class;
    Class<?> actual = Objects.requireNonNull(subscriber.get());
    assertTrue(expected.isAssignableFrom(actual), () -> "by " + actual);
  }

  @Test
  void theBenchmarkListsAllSerializers() throws NoSuchFieldException {
    assertArrayEquals(
        Arrays.stream(Serialization.values())
            .map(each -> each.name().toLowerCase(Locale.ROOT))
            .toArray(String[]::new),
        Pipeline.class.getField("serialization").getAnnotation(Param.class).value());
  }
}
