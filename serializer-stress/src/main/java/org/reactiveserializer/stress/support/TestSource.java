package org.reactiveserializer.stress.support;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/** A source for one subscriber: emits the signals that a test requests, if it was subscribed to. */
public final class TestSource implements Publisher<Item> {
  private static final int PATIENCE = 10_000;

  private final TestUpstream subscription = new TestUpstream();
  private final Kind kind;
  private volatile @Nullable Subscriber<? super Item> subscriber;

  private TestSource(Kind kind) {
    this.kind = kind;
  }

  /** Creates a source that signals its subscription at once. */
  public static TestSource prompt() {
    return new TestSource(Kind.PROMPT);
  }

  /** Creates a source that signals its subscription when the test requests it. */
  public static TestSource tardy() {
    return new TestSource(Kind.TARDY);
  }

  /**
   * Creates a source that signals its subscription when the test requests it. Its {@code subscribe}
   * takes long enough for another thread to do so.
   */
  public static TestSource lingering() {
    return new TestSource(Kind.LINGERING);
  }

  @Override
  public void subscribe(Subscriber<? super Item> arrived) {
    subscriber = arrived;
    switch (kind) {
      case PROMPT -> arrive();
      case LINGERING -> Reactions.spin();
      case TARDY -> {}
    }
  }

  /** Waits until it is subscribed to, but not forever. Returns whether it is. */
  public boolean awaitSubscriber() {
    for (int i = 0; subscriber == null && i < PATIENCE; i++) {
      Thread.onSpinWait();
    }
    return subscriber != null;
  }

  void arrive() {
    Subscriber<? super Item> current = subscriber;
    if (current != null) {
      current.onSubscribe(subscription);
    }
  }

  void next(Item item) {
    Subscriber<? super Item> current = subscriber;
    if (current != null) {
      current.onNext(item.filled());
    }
  }

  void complete() {
    Subscriber<? super Item> current = subscriber;
    if (current != null) {
      current.onComplete();
    }
  }

  void fail(Failure error) {
    Subscriber<? super Item> current = subscriber;
    if (current != null) {
      current.onError(error);
    }
  }

  /** Returns whether it was subscribed to. */
  public boolean isSubscribed() {
    return subscriber != null;
  }

  /** Returns how many items were requested. */
  public long requested() {
    return subscription.requested();
  }

  /** Returns how often it was cancelled. */
  public int cancellations() {
    return subscription.cancellations();
  }

  private enum Kind {
    PROMPT,
    TARDY,
    LINGERING
  }
}
