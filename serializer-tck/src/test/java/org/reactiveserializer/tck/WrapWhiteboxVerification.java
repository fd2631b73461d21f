package org.reactiveserializer.tck;

import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.testing.Kit;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import org.reactivestreams.tck.SubscriberWhiteboxVerification;

/** {@link Serializer#wrap}, with the kit in front of it and behind it. */
public class WrapWhiteboxVerification extends SubscriberWhiteboxVerification<Integer> {
  private final Serializer<Integer> serializer;

  public WrapWhiteboxVerification() {
    this(ErrorMode.IMMEDIATE);
  }

  WrapWhiteboxVerification(ErrorMode mode) {
    super(Kit.environment());
    serializer = Serializer.<Integer>withDefaults().errors(mode).onErrorDropped(dropped -> {});
  }

  @Override
  public Subscriber<Integer> createSubscriber(WhiteboxSubscriberProbe<Integer> probe) {
    return wrap(serializer, new Probed(probe));
  }

  /** Creates the subscriber that is verified. */
  Subscriber<Integer> wrap(Serializer<Integer> settings, Subscriber<Integer> downstream) {
    return settings.wrap(downstream);
  }

  @Override
  public Integer createElement(int element) {
    return element;
  }

  /** Signals only what the kit's puppet player requests. */
  private record Probed(WhiteboxSubscriberProbe<Integer> probe) implements Subscriber<Integer> {

    @Override
    public void onSubscribe(Subscription subscription) {
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
