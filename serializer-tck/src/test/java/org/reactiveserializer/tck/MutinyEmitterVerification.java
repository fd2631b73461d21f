package org.reactiveserializer.tck;

import java.util.concurrent.Flow;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.mutiny.MutinySerializer;
import org.reactiveserializer.mutiny.SerialEmitter;
import org.reactiveserializer.testing.Kit;
import org.reactiveserializer.testing.Unicast;
import org.reactivestreams.tck.flow.FlowPublisherVerification;

/** {@link MutinySerializer#emitter} with several threads that emit at the same time. */
@Unicast
public class MutinyEmitterVerification extends FlowPublisherVerification<String> {

  public MutinyEmitterVerification() {
    super(Kit.environment());
  }

  @Override
  public Flow.Publisher<String> createFlowPublisher(long elements) {
    SerialEmitter<String> emitter = MutinySerializer.emitter(Serializer.withDefaults());
    Producers.feed(
        elements, emitter::backlog, () -> emitter.tryEmit("item").isAccepted(), emitter::complete);
    return emitter.toMulti();
  }

  @Override
  public Flow.Publisher<String> createFailedFlowPublisher() {
    SerialEmitter<String> emitter = MutinySerializer.emitter(Serializer.withDefaults());
    emitter.fail(new IllegalStateException("failed before it was subscribed to"));
    return emitter.toMulti();
  }
}
