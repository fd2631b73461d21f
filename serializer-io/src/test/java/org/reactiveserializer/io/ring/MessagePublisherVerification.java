package org.reactiveserializer.io.ring;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.reactivestreams.Publisher;

/** The stream of a {@link MessageReader}, as views. */
public class MessagePublisherVerification extends RingPublisherVerification<ByteBuffer> {

  @Override
  Publisher<ByteBuffer> open(Path file, long items) throws IOException {
    MessageRing ring = MessageRing.create(file, 4096);
    MessageReader reader = ring.reader();
    MessageWriter writer = ring.writer();
    opened.add(reader);
    feed(items, () -> writer.offer(ByteBuffer.wrap(new byte[20], 0, 20)), writer::close);
    return reader.publisher(RingOptions.defaults().views());
  }

  @Override
  Publisher<ByteBuffer> openFailed(Path file) throws IOException {
    MessageRing ring = MessageRing.create(file, 4096);
    MessageReader reader = ring.reader();
    opened.add(reader);
    ring.writer().fail();
    return reader.publisher(RingOptions.defaults());
  }
}
