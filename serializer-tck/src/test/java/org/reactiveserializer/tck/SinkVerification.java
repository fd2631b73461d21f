package org.reactiveserializer.tck;

import org.reactiveserializer.SerializedSink;
import org.reactiveserializer.Serializer;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import org.testng.ITestContext;
import org.testng.annotations.AfterClass;

/** A sink that several threads emit into at the same time. */
public class SinkVerification extends PublisherVerification<String> {
  private final Serializer<String> serializer;

  public SinkVerification() {
    this(Serializer.unbounded());
  }

  SinkVerification(Serializer<String> serializer) {
    super(Environments.patient());
    this.serializer = serializer;
  }

  @AfterClass(alwaysRun = true)
  public void skipsAreAsListed(ITestContext context) {
    Skips.check(context, getClass(), "skipped-by-sink.txt");
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    SerializedSink<String> sink = serializer.sink();
    Producers.feed(sink, elements);
    return sink;
  }

  @Override
  public Publisher<String> createFailedPublisher() {
    SerializedSink<String> sink = serializer.sink();
    sink.tryFail(new IllegalStateException("failed before it was subscribed to"));
    return sink;
  }
}
