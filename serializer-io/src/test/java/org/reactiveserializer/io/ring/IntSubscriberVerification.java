package org.reactiveserializer.io.ring;

import java.io.IOException;
import java.nio.IntBuffer;
import java.nio.file.Path;
import org.reactivestreams.Subscriber;

/** The subscriber of an {@link IntWriter}. */
public class IntSubscriberVerification extends RingSubscriberVerification<IntBuffer> {

  @Override
  Subscriber<IntBuffer> open(Path file) throws IOException {
    IntWriter writer = IntRing.create(file, 1024).writer();
    opened.add(writer);
    return writer.subscriber(RingOptions.defaults().batch(10).onErrorDropped(dropped -> {}));
  }

  @Override
  public IntBuffer createElement(int element) {
    return IntBuffer.wrap(new int[] {element});
  }
}
