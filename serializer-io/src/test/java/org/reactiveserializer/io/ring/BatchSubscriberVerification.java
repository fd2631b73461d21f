package org.reactiveserializer.io.ring;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.reactivestreams.Subscriber;

/** The subscriber of a {@link MessageWriter} for batches. */
public class BatchSubscriberVerification extends RingSubscriberVerification<MessageBatch> {

  @Override
  Subscriber<MessageBatch> open(Path file) throws IOException {
    MessageWriter writer = MessageRing.create(file, 4096).writer();
    opened.add(writer);
    return writer.batchSubscriber(RingOptions.defaults().onErrorDropped(dropped -> {}));
  }

  @Override
  public MessageBatch createElement(int element) {
    MessageBatch.Builder builder = MessageBatch.builder(64);
    builder.add(ByteBuffer.wrap(new byte[] {(byte) element}));
    return builder.build();
  }
}
