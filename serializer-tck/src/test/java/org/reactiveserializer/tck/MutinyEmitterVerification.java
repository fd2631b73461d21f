package org.reactiveserializer.tck;

import org.reactiveserializer.Serializer;
import org.reactiveserializer.mutiny.MutinySerializer;
import org.reactiveserializer.mutiny.SerializedEmitter;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import org.reactivestreams.tck.TestEnvironment;
import org.testng.ITestContext;
import org.testng.annotations.AfterClass;

/** {@link MutinySerializer#emitter} with several threads that feed it at once. */
public class MutinyEmitterVerification extends PublisherVerification<String> {

  public MutinyEmitterVerification() {
    super(new TestEnvironment());
  }

  @AfterClass(alwaysRun = true)
  public void skipsAreAsListed(ITestContext context) {
    Skips.check(context, getClass(), "skipped-by-sink.txt");
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    SerializedEmitter<String> emitter = MutinySerializer.emitter(Serializer.unbounded());
    Producers.feed(
        elements,
        emitter::backlog,
        () -> emitter.tryEmit("item").isAccepted(),
        emitter::complete);
    return FlowAdapters.toPublisher(emitter.toMulti());
  }

  @Override
  public Publisher<String> createFailedPublisher() {
    SerializedEmitter<String> emitter = MutinySerializer.emitter(Serializer.unbounded());
    emitter.fail(new IllegalStateException("failed before anybody subscribed"));
    return FlowAdapters.toPublisher(emitter.toMulti());
  }
}
