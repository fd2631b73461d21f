package org.reactiveserializer.io.internal.datagram;

import java.util.ArrayList;
import java.util.List;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Records signals, and does in them what a test wants. */
final class HopRecorder implements Subscriber<Integer> {
  final List<Integer> items = new ArrayList<>();
  final List<Throwable> errors = new ArrayList<>();
  int completions;
  String fault;
  Subscription subscription;
  Runnable onItem = () -> {};
  Runnable onSubscribe = () -> {};
  private boolean inside;

  @Override
  public void onSubscribe(Subscription first) {
    subscription = first;
    onSubscribe.run();
  }

  @Override
  public void onNext(Integer item) {
    if (inside) {
      fault = "recursion";
    }
    inside = true;
    try {
      items.add(item);
      onItem.run();
    } finally {
      inside = false;
    }
  }

  @Override
  public void onError(Throwable error) {
    errors.add(error);
  }

  @Override
  public void onComplete() {
    completions++;
  }
}
