package org.reactiveserializer.tck;

import java.util.concurrent.Flow;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.flow.FlowSerializer;
import org.reactiveserializer.testing.Kit;
import org.reactivestreams.tck.SubscriberWhiteboxVerification.SubscriberPuppet;
import org.reactivestreams.tck.SubscriberWhiteboxVerification.WhiteboxSubscriberProbe;
import org.reactivestreams.tck.flow.FlowSubscriberWhiteboxVerification;

/** {@link FlowSerializer#wrap}, with the kit in front of it and behind it. */
public class FlowWrapWhiteboxVerification extends FlowSubscriberWhiteboxVerification<Integer> {
  private final Serializer<Integer> serializer =
      Serializer.<Integer>withDefaults().onErrorDropped(dropped -> {});

  public FlowWrapWhiteboxVerification() {
    super(Kit.environment());
  }

  @Override
  protected Flow.Subscriber<Integer> createFlowSubscriber(WhiteboxSubscriberProbe<Integer> probe) {
    return FlowSerializer.wrap(new Probed(probe), serializer);
  }

  @Override
  public Integer createElement(int element) {
    return element;
  }

  /** Signals only what the kit's puppet player requests. */
  private record Probed(WhiteboxSubscriberProbe<Integer> probe)
      implements Flow.Subscriber<Integer> {

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      probe.registerOnSubscribe(
          new SubscriberPuppet() {
            @Override
            public void triggerRequest(long elements) {
              subscription.request(elements);
            }

            @Override
            public void signalCancel() {
              subscription.cancel();
            }
          });
    }

    @Override
    public void onNext(Integer item) {
      probe.registerOnNext(item);
    }

    @Override
    public void onError(Throwable error) {
      probe.registerOnError(error);
    }

    @Override
    public void onComplete() {
      probe.registerOnComplete();
    }
  }
}
