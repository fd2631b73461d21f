package org.reactiveserializer.tck;

import org.reactiveserializer.reactor.ReactorSerializer;
import org.reactiveserializer.testing.Kit;
import org.reactiveserializer.testing.Unicast;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import reactor.core.Scannable.Attr;
import reactor.core.publisher.Sinks;

/** {@link ReactorSerializer#many} with several threads that emit at the same time. */
@Unicast
public class ReactorManyVerification extends PublisherVerification<String> {

  public ReactorManyVerification() {
    super(Kit.environment());
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    Sinks.Many<String> sink = ReactorSerializer.many();
    Producers.feed(
        elements,
        () -> sink.scanOrDefault(Attr.BUFFERED, 0),
        () -> sink.tryEmitNext("item").isSuccess(),
        sink::tryEmitComplete);
    return sink.asFlux();
  }

  @Override
  public Publisher<String> createFailedPublisher() {
    Sinks.Many<String> sink = ReactorSerializer.many();
    sink.tryEmitError(new IllegalStateException("failed before it was subscribed to"));
    return sink.asFlux();
  }
}
