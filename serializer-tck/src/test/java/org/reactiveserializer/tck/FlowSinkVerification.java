package org.reactiveserializer.tck;

import java.util.concurrent.Flow;
import org.reactiveserializer.SerializedSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.flow.FlowSerializer;
import org.reactivestreams.tck.flow.FlowPublisherVerification;
import org.testng.ITestContext;
import org.testng.annotations.AfterClass;

/** {@link FlowSerializer#publisher} of a sink that several threads emit into at the same time. */
public class FlowSinkVerification extends FlowPublisherVerification<String> {
  public FlowSinkVerification() {
    super(Environments.patient());
  }

  @AfterClass(alwaysRun = true)
  public void skipsAreAsListed(ITestContext context) {
    Skips.check(context, getClass(), "skipped-by-sink.txt");
  }

  @Override
  public Flow.Publisher<String> createFlowPublisher(long elements) {
    SerializedSink<String> sink = Serializer.<String>unbounded().sink();
    Producers.feed(sink, elements);
    return FlowSerializer.publisher(sink);
  }

  @Override
  public Flow.Publisher<String> createFailedFlowPublisher() {
    SerializedSink<String> sink = Serializer.<String>unbounded().sink();
    sink.tryFail(new IllegalStateException("failed before it was subscribed to"));
    return FlowSerializer.publisher(sink);
  }
}
