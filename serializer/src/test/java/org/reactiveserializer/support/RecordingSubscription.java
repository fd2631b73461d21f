package org.reactiveserializer.support;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.LongConsumer;
import org.reactivestreams.Subscription;

/** An upstream's subscription that records its calls. */
public final class RecordingSubscription implements Subscription {
  private final List<Object> calls = Collections.synchronizedList(new ArrayList<>());
  private LongConsumer onRequest = n -> {};
  private Runnable onCancel = () -> {};

  public RecordingSubscription onRequest(LongConsumer action) {
    onRequest = action;
    return this;
  }

  public RecordingSubscription onCancel(Runnable action) {
    onCancel = action;
    return this;
  }

  @Override
  public void request(long n) {
    calls.add(n);
    onRequest.accept(n);
  }

  @Override
  public void cancel() {
    calls.add("cancel");
    onCancel.run();
  }

  /** Returns the numbers requested and "cancel", in order. */
  public List<Object> calls() {
    synchronized (calls) {
      return List.copyOf(calls);
    }
  }
}
