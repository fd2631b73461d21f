package org.reactiveserializer.tck;

import org.reactiveserializer.Serializer;
import org.reactiveserializer.rxjava3.RxSerializer;
import org.reactivestreams.Subscriber;

/** The same for {@link RxSerializer#wrap}. */
public class RxWrapBlackboxVerification extends WrapBlackboxVerification {
  @Override
  Subscriber<Integer> wrap(Serializer<Integer> settings, Subscriber<Integer> downstream) {
    return RxSerializer.wrap(downstream, settings);
  }
}
