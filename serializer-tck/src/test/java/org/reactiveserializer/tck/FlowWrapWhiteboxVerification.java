package org.reactiveserializer.tck;

import org.reactiveserializer.Serializer;
import org.reactiveserializer.flow.FlowSerializer;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Subscriber;

/** The same for {@link FlowSerializer#wrap}. */
public class FlowWrapWhiteboxVerification extends WrapWhiteboxVerification {
  @Override
  Subscriber<Integer> wrap(Serializer<Integer> settings, Subscriber<Integer> downstream) {
    return FlowAdapters.toSubscriber(
        FlowSerializer.of(settings).wrap(Plain.toFlow(downstream)));
  }
}
