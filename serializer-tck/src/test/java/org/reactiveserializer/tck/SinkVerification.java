package org.reactiveserializer.tck;

import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.testing.Kit;
import org.reactiveserializer.testing.Unicast;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;

/** A sink that several threads emit into at the same time. */
@Unicast
public class SinkVerification extends PublisherVerification<String> {
  private final Serializer<String> serializer;

  public SinkVerification() {
    this(Serializer.withDefaults());
  }

  SinkVerification(Serializer<String> serializer) {
    super(Kit.environment());
    this.serializer = serializer;
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    SerialSink<String> sink = serializer.sink();
    Producers.feed(sink, elements);
    return sink;
  }

  @Override
  public Publisher<String> createFailedPublisher() {
    SerialSink<String> sink = serializer.sink();
    sink.tryFail(new IllegalStateException("failed before it was subscribed to"));
    return sink;
  }
}
