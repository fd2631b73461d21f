package org.reactiveserializer.mutiny;

import io.smallrye.mutiny.Context;
import io.smallrye.mutiny.subscription.ContextSupport;
import io.smallrye.mutiny.subscription.MultiSubscriber;
import java.util.concurrent.Flow;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactivestreams.FlowAdapters;

/** A recording subscriber of Mutiny's own type, without a context. */
class OfMutiny implements MultiSubscriber<Integer> {
  private final RecordingSubscriber<Integer> record;

  OfMutiny(RecordingSubscriber<Integer> record) {
    this.record = record;
  }

  /** Creates one with a context. */
  static OfMutiny in(Context context, RecordingSubscriber<Integer> record) {
    return new InContext(context, record);
  }

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

  private static final class InContext extends OfMutiny implements ContextSupport {
    private final Context context;

    InContext(Context context, RecordingSubscriber<Integer> record) {
      super(record);
      this.context = context;
    }

    @Override
    public Context context() {
      return context;
    }
  }
}
