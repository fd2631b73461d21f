package org.reactiveserializer.support.depth;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A downstream, an upstream and hooks that need no more stack than their own frames: what reached
 * them is written down, whatever is left of the stack. One thread at a time.
 */
public final class Record implements Subscriber<Integer>, Subscription {
  /** The terminals, among the items. */
  static final String COMPLETED = "completed";

  private static final int ROOM = 64;

  final @Nullable Object[] signals = new Object[ROOM];
  final @Nullable Object[] discarded = new Object[ROOM];
  int signalled;
  int discards;
  int drops;
  int terminals;
  int arrivals;
  @Nullable Subscription subscription;

  /** What was asked of the upstream. */
  long requested;

  int cancellations;

  /** At which item to do something, and what. */
  private @Nullable Object trigger;

  private @Nullable Runnable action;

  /** Does {@code then} inside the signal of {@code item}. */
  void at(Integer item, Runnable then) {
    trigger = item;
    action = then;
  }

  @Override
  public void onSubscribe(Subscription arrived) {
    arrivals++;
    subscription = arrived;
  }

  @Override
  public void onNext(Integer item) {
    signals[signalled++] = item;
    Runnable then = action;
    if (then != null && (Object) item == trigger) {
      then.run();
    }
  }

  @Override
  public void onError(Throwable error) {
    terminals++;
    signals[signalled++] = error;
  }

  @Override
  public void onComplete() {
    terminals++;
    signals[signalled++] = COMPLETED;
  }

  @Override
  public void request(long n) {
    requested += n;
  }

  @Override
  public void cancel() {
    cancellations++;
  }

  /** The discard hook. */
  void discard(Integer item) {
    discarded[discards++] = item;
  }

  /** The hook of dropped errors. */
  void drop(Throwable error) {
    drops++;
  }

  /** How many signals of that item there were. */
  int delivered(Object item) {
    return count(signals, signalled, item);
  }

  /** How often the hook got it. */
  int discarded(Object item) {
    return count(discarded, discards, item);
  }

  private static int count(@Nullable Object[] all, int size, Object item) {
    int count = 0;
    for (int i = 0; i < size; i++) {
      if (item.equals(all[i])) {
        count++;
      }
    }
    return count;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("got");
    for (int i = 0; i < signalled; i++) {
      text.append(' ').append(signals[i]);
    }
    text.append("; discarded");
    for (int i = 0; i < discards; i++) {
      text.append(' ').append(discarded[i]);
    }
    return text.append("; dropped ").append(drops).toString();
  }
}
