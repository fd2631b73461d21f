package org.reactiveserializer.tck;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.testing.Kit;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import org.reactivestreams.tck.SubscriberBlackboxVerification;

/** {@link Serializer#wrap} around a subscriber that requests one item at a time. */
public class WrapBlackboxVerification extends SubscriberBlackboxVerification<Integer> {
  private final Serializer<Integer> serializer;

  public WrapBlackboxVerification() {
    this(ErrorMode.IMMEDIATE);
  }

  WrapBlackboxVerification(ErrorMode mode) {
    super(Kit.environment());
    serializer = Serializer.<Integer>withDefaults().errors(mode).onErrorDropped(dropped -> {});
  }

  @Override
  public Subscriber<Integer> createSubscriber() {
    return wrap(serializer, new OneByOne());
  }

  /** Creates the subscriber that is verified. */
  Subscriber<Integer> wrap(Serializer<Integer> settings, Subscriber<Integer> downstream) {
    return settings.wrap(downstream);
  }

  @Override
  public Integer createElement(int element) {
    return element;
  }

  private static final class OneByOne implements Subscriber<Integer> {
    // Plain: onSubscribe happens-before onNext (§1.3), which the serializer must ensure.
    private @Nullable Subscription subscription;

    @Override
    public void onSubscribe(Subscription first) {
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
