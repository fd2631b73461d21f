package org.reactiveserializer.io.ring;

import java.io.IOException;
import java.nio.file.Path;
import org.reactivestreams.Publisher;

/** The stream of batches of a {@link MessageReader}, one message in each. */
public class BatchPublisherVerification extends RingPublisherVerification<MessageBatch> {

  @Override
  Publisher<MessageBatch> open(Path file, long items) throws IOException {
    MessageRing ring = MessageRing.create(file, 4096);
    MessageReader reader = ring.reader();
    MessageWriter writer = ring.writer();
    opened.add(reader);
    feed(items, () -> writer.offer(new byte[20], 0, 20), writer::close);
    return reader.batches(RingOptions.defaults().batch(1));
  }

  @Override
  Publisher<MessageBatch> openFailed(Path file) throws IOException {
    MessageRing ring = MessageRing.create(file, 4096);
    MessageReader reader = ring.reader();
    opened.add(reader);
    ring.writer().fail();
    return reader.batches(RingOptions.defaults());
  }
}
