package org.reactiveserializer.aeron;

import org.reactiveserializer.testing.Kit;
import org.reactivestreams.Subscriber;
import org.reactivestreams.tck.SubscriberBlackboxVerification;

/** The Reactive Streams kit for what is sent. */
public class AeronSubscriberVerification extends SubscriberBlackboxVerification<String> {
  public AeronSubscriberVerification() {
    super(Kit.environment());
  }

  @Override
  public Subscriber<String> createSubscriber() {
    int stream = Nodes.newStream();
    AeronPublisher<String> in =
        Nodes.NODE.<String>publisher(Texts.READER).open("aeron:ipc?term-length=64k", stream);
    in.subscribe(new Collecting(Long.MAX_VALUE));
    return Nodes.NODE
        .<String>subscriber(Texts.WRITER)
        .onErrorDropped(e -> {})
        .open("aeron:ipc?term-length=64k", stream);
  }

  @Override
  public String createElement(int element) {
    return "i" + element;
  }
}
