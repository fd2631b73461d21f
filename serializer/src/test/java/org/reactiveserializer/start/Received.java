package org.reactiveserializer.start;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Records and checks the signals of {@link Pushing}. */
final class Received implements Subscriber<Integer> {
  private final List<Integer> items = new ArrayList<>();
  private final AtomicInteger inside = new AtomicInteger();
  private boolean completed;
  private String fault = "";

  @Override
  public void onSubscribe(Subscription subscription) {
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(Integer item) {
    if (inside.getAndIncrement() != 0) {
      fault = "overlap at " + item;
    }
    if (completed) {
      fault = item + " after the end";
    }
    items.add(item);
    inside.getAndDecrement();
  }

  @Override
  public void onError(Throwable error) {
    fault = error.toString();
  }

  @Override
  public void onComplete() {
    completed = true;
  }

  /**
   * Prints how many items were received; throws if they are not exactly those that were emitted.
   */
  void report(String by) {
    int half = Pushing.ITEMS / 2;
    boolean inOrder =
        items.stream().filter(item -> item < half).toList().equals(numbers(0, half))
            && items.stream().filter(item -> item >= half).toList().equals(numbers(half, 2 * half));
    String result = by + ": " + items.size();
    if (!inOrder || !completed || !fault.isEmpty()) {
      throw new IllegalStateException(
          "%s, all in order: %s, completed: %s; %s".formatted(result, inOrder, completed, fault));
    }
    System.out.println(result);
  }

  private static List<Integer> numbers(int from, int to) {
    return IntStream.range(from, to).boxed().toList();
  }
}
