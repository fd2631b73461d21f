package org.reactiveserializer.flow;

import java.util.concurrent.Flow;
import org.reactiveserializer.internal.operator.SerialOperator;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactiveserializer.internal.operator.SubscriptionRef;
import org.reactivestreams.FlowAdapters;

/** The core's operator for {@link Flow}; the core's merge is for both. */
final class FlowDialect {
  private FlowDialect() {}

  /** The core's operator as a subscriber of {@link Flow}. */
  static final class Serial<T> extends SerialOperator<T> implements SerialFlowSubscriber<T> {
    Serial(SerialSettings<T> settings, Flow.Subscriber<? super T> downstream) {
      super(settings, FlowAdapters.toSubscriber(downstream));
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      onSubscribe(SubscriptionRef.of(subscription));
    }
  }
}
