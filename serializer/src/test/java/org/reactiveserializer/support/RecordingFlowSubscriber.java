package org.reactiveserializer.support;

import java.util.concurrent.Flow;
import org.reactivestreams.FlowAdapters;

/** A {@link RecordingSubscriber} that implements only the interface of {@link Flow}. */
public final class RecordingFlowSubscriber<T> implements Flow.Subscriber<T> {
  public final RecordingSubscriber<T> record = new RecordingSubscriber<>();
  private final Flow.Subscriber<T> adapter = FlowAdapters.toFlowSubscriber(record);

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    adapter.onSubscribe(subscription);
  }

  @Override
  public void onNext(T item) {
    adapter.onNext(item);
  }

  @Override
  public void onError(Throwable error) {
    adapter.onError(error);
  }

  @Override
  public void onComplete() {
    adapter.onComplete();
  }
}
