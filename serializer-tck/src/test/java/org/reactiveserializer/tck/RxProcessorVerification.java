package org.reactiveserializer.tck;

import java.util.concurrent.atomic.AtomicBoolean;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.rxjava3.SerializedProcessor;
import org.reactiveserializer.testing.Kit;
import org.reactiveserializer.testing.Unicast;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;

/** {@link SerializedProcessor}, into which several threads emit at the same time. */
@Unicast
public class RxProcessorVerification extends PublisherVerification<String> {
  public RxProcessorVerification() {
    super(Kit.environment());
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    AtomicBoolean over = new AtomicBoolean();
    SerializedProcessor<String> processor =
        SerializedProcessor.create(
            Serializer.<String>unbounded().onDiscard(item -> over.set(true)));
    Producers.feed(
        elements,
        processor::backlog,
        () -> {
          processor.onNext("item");
          return !over.get();
        },
        processor::onComplete);
    return processor;
  }

  @Override
  public Publisher<String> createFailedPublisher() {
    SerializedProcessor<String> processor = SerializedProcessor.create();
    processor.onError(new IllegalStateException("failed before it was subscribed to"));
    return processor;
  }
}
