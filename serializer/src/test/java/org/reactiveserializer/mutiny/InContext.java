package org.reactiveserializer.mutiny;

import io.smallrye.mutiny.Context;
import io.smallrye.mutiny.subscription.ContextSupport;
import io.smallrye.mutiny.subscription.MultiSubscriber;
import java.util.concurrent.Flow;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactivestreams.FlowAdapters;

/** A recorded subscriber of Mutiny's own kind, with a context. */
record InContext(RecordingSubscriber<Integer> record, Context context)
    implements MultiSubscriber<Integer>, ContextSupport {

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    FlowAdapters.toFlowSubscriber(record).onSubscribe(subscription);
  }

  @Override
  public void onItem(Integer item) {
    record.onNext(item);
  }

  @Override
  public void onFailure(Throwable failure) {
    record.onError(failure);
  }

  @Override
  public void onCompletion() {
    record.onComplete();
  }
}
