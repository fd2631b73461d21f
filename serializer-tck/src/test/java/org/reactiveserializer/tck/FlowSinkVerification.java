package org.reactiveserializer.tck;

import org.reactiveserializer.SerializedSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.flow.FlowSerializer;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import org.reactivestreams.tck.TestEnvironment;
import org.testng.ITestContext;
import org.testng.annotations.AfterClass;

/** {@link FlowSerializer#publisher} of a sink that several threads feed at once. */
public class FlowSinkVerification extends PublisherVerification<String> {
  public FlowSinkVerification() {
    super(new TestEnvironment());
  }

  @AfterClass(alwaysRun = true)
  public void skipsAreAsListed(ITestContext context) {
    Skips.check(context, getClass(), "skipped-by-sink.txt");
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    SerializedSink<String> sink = Serializer.<String>unbounded().sink();
    Producers.feed(sink, elements);
    return Plain.fromFlow(FlowSerializer.publisher(sink));
  }

  @Override
  public Publisher<String> createFailedPublisher() {
    SerializedSink<String> sink = Serializer.<String>unbounded().sink();
    sink.tryFail(new IllegalStateException("failed before anybody subscribed"));
    return Plain.fromFlow(FlowSerializer.publisher(sink));
  }
}
