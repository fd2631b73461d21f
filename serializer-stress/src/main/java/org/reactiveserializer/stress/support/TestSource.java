package org.reactiveserializer.stress.support;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/** A source for one subscriber: emits the signals that a test requests, if it was subscribed to. */
public final class TestSource implements Publisher<Item> {
  private final TestUpstream subscription = new TestUpstream();
  private final boolean prompt;
  private @Nullable Subscriber<? super Item> subscriber;

  private TestSource(boolean prompt) {
    this.prompt = prompt;
  }

  /** Creates a source that signals its subscription at once. */
  public static TestSource prompt() {
    return new TestSource(true);
  }

  /** Creates a source that signals its subscription when the test requests it. */
  public static TestSource tardy() {
    return new TestSource(false);
  }

  @Override
  public void subscribe(Subscriber<? super Item> arrived) {
    subscriber = arrived;
    if (prompt) {
      arrive();
    }
  }

  void arrive() {
    if (subscriber != null) {
      subscriber.onSubscribe(subscription);
    }
  }

  void next(Item item) {
    if (subscriber != null) {
      subscriber.onNext(item.filled());
    }
  }

  void complete() {
    if (subscriber != null) {
      subscriber.onComplete();
    }
  }

  void fail(Failure error) {
    if (subscriber != null) {
      subscriber.onError(error);
    }
  }

  /** Returns whether it was subscribed to. */
  public boolean isSubscribed() {
    return subscriber != null;
  }

  /** Returns how often it was cancelled. */
  public int cancellations() {
    return subscription.cancellations();
  }
}
