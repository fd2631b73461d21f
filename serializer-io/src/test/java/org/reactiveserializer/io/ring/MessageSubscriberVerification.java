package org.reactiveserializer.io.ring;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.reactivestreams.Subscriber;

/** The subscriber of a {@link MessageWriter}. */
public class MessageSubscriberVerification extends RingSubscriberVerification<ByteBuffer> {

  @Override
  Subscriber<ByteBuffer> open(Path file) throws IOException {
    MessageWriter writer = MessageRing.create(file, 4096).writer();
    opened.add(writer);
    return writer.subscriber(RingOptions.defaults().onErrorDropped(dropped -> {}));
  }

  @Override
  public ByteBuffer createElement(int element) {
    return ByteBuffer.wrap(new byte[] {(byte) element});
  }
}
