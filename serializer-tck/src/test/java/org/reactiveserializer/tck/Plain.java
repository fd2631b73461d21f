package org.reactiveserializer.tck;

import java.util.concurrent.Flow;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/** The kit and its publishers as if they were of {@link Flow} only, so that no adapter can be left out. */
final class Plain {
  private Plain() {}

  static <T> Flow.Publisher<T> toFlow(Publisher<T> reactive) {
    Flow.Publisher<T> adapted = FlowAdapters.toFlowPublisher(reactive);
    return adapted::subscribe;
  }

  static <T> Publisher<T> fromFlow(Flow.Publisher<T> flow) {
    return subscriber -> flow.subscribe(subscriber == null ? null : toFlow(subscriber));
  }

  static <T> Flow.Subscriber<T> toFlow(Subscriber<T> reactive) {
    Flow.Subscriber<T> adapted = FlowAdapters.toFlowSubscriber(reactive);
    return new Flow.Subscriber<>() {
      @Override
      public void onSubscribe(Flow.Subscription subscription) {
        adapted.onSubscribe(subscription);
      }

      @Override
      public void onNext(T item) {
        adapted.onNext(item);
      }

      @Override
      public void onError(Throwable error) {
        adapted.onError(error);
      }

      @Override
      public void onComplete() {
        adapted.onComplete();
      }
    };
  }
}
