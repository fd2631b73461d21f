package org.reactiveserializer.support.depth;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A downstream, an upstream and hooks that need no more stack than their own frames: they record
 * all calls that reach them, however little stack is left. For one thread at a time.
 */
public final class Record implements Subscriber<Integer>, Subscription {
  /** The completion, in the list of signals. */
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

  /** The demand requested of the upstream. */
  long requested;

  int cancellations;

  /** The item at which {@link #action} runs. */
  private @Nullable Object trigger;

  private @Nullable Runnable action;

  /** Sets an action to run inside the signal of {@code item}. */
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

  /** Returns how often the item was delivered. */
  int delivered(Object item) {
    return count(signals, signalled, item);
  }

  /** Returns how often the item was discarded. */
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
    StringBuilder text = new StringBuilder("received");
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
