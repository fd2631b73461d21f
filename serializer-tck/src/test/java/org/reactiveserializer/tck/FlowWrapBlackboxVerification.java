package org.reactiveserializer.tck;

import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.flow.FlowSerializer;
import org.reactiveserializer.testing.Kit;
import org.reactivestreams.tck.flow.FlowSubscriberBlackboxVerification;

/** {@link FlowSerializer#wrap} around a subscriber that requests one item at a time. */
public class FlowWrapBlackboxVerification extends FlowSubscriberBlackboxVerification<Integer> {
  private final Serializer<Integer> serializer =
      Serializer.<Integer>withDefaults().onErrorDropped(dropped -> {});

  public FlowWrapBlackboxVerification() {
    super(Kit.environment());
  }

  @Override
  public Flow.Subscriber<Integer> createFlowSubscriber() {
    return FlowSerializer.wrap(new OneByOne(), serializer);
  }

  @Override
  public Integer createElement(int element) {
    return element;
  }

  private static final class OneByOne implements Flow.Subscriber<Integer> {
    private Flow.@Nullable Subscription subscription; // plain, as in WrapBlackboxVerification

    @Override
    public void onSubscribe(Flow.Subscription first) {
      subscription = first;
      first.request(1);
    }

    @Override
    public void onNext(Integer item) {
      Objects.requireNonNull(subscription).request(1);
    }

    @Override
    public void onError(Throwable error) {}

    @Override
    public void onComplete() {}
  }
}
