package org.reactiveserializer.tck;

import java.util.concurrent.atomic.AtomicBoolean;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.rxjava3.RxSerializer;
import org.reactiveserializer.rxjava3.SerialProcessor;
import org.reactiveserializer.testing.Kit;
import org.reactiveserializer.testing.Unicast;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;

/** {@link SerialProcessor}, into which several threads emit at the same time. */
@Unicast
public class RxProcessorVerification extends PublisherVerification<String> {
  public RxProcessorVerification() {
    super(Kit.environment());
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    AtomicBoolean over = new AtomicBoolean();
    SerialProcessor<String> processor =
        RxSerializer.processor(Serializer.<String>withDefaults().onDiscard(item -> over.set(true)));
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
    SerialProcessor<String> processor = RxSerializer.processor();
    processor.onError(new IllegalStateException("failed before it was subscribed to"));
    return processor;
  }
}
