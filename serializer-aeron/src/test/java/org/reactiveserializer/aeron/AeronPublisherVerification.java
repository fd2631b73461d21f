package org.reactiveserializer.aeron;

import org.reactiveserializer.testing.Kit;
import org.reactiveserializer.testing.Unicast;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;

/** The Reactive Streams kit for what arrives. */
@Unicast
public class AeronPublisherVerification extends PublisherVerification<String> {
  /** Of a stream that seems to be endless, the kit takes no more. */
  private static final int MOST = 1 << 10;

  public AeronPublisherVerification() {
    super(Kit.environment());
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    int stream = Nodes.newStream();
    AeronPublisher<String> in =
        Nodes.NODE
            .<String>publisher(Texts.READER)
            .idle(Idle.YIELD)
            .completeAfterLast()
            .open("aeron:ipc?term-length=64k", stream);
    AeronSubscriber<String> out =
        Nodes.NODE
            .<String>subscriber(Texts.WRITER)
            .queue(MOST)
            .open("aeron:ipc?term-length=64k", stream);
    for (long i = 0; i < Math.min(elements, MOST); i++) {
      out.tryEmit("i" + i);
    }
    if (elements <= MOST) {
      out.close();
    }
    return in;
  }

  /** The second subscriber gets an error. */
  @Override
  public Publisher<String> createFailedPublisher() {
    Publisher<String> in = createPublisher(0);
    in.subscribe(new Collecting(0));
    return in;
  }

  @Override
  public long maxElementsFromPublisher() {
    return Integer.MAX_VALUE;
  }
}
