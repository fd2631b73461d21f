package org.reactiveserializer.io.ring;

import java.io.IOException;
import java.nio.IntBuffer;
import java.nio.file.Path;
import org.reactivestreams.Publisher;

/** The stream of an {@link IntReader}, one int in each batch. */
public class IntPublisherVerification extends RingPublisherVerification<IntBuffer> {

  @Override
  Publisher<IntBuffer> open(Path file, long items) throws IOException {
    IntRing ring = IntRing.create(file, 1024);
    IntReader reader = ring.reader();
    IntWriter writer = ring.writer();
    opened.add(reader);
    feed(items, () -> writer.offer(1), writer::close);
    return reader.publisher(RingOptions.defaults().batch(1));
  }

  @Override
  Publisher<IntBuffer> openFailed(Path file) throws IOException {
    IntRing ring = IntRing.create(file, 1024);
    IntReader reader = ring.reader();
    opened.add(reader);
    ring.writer().fail();
    return reader.publisher(RingOptions.defaults());
  }
}
