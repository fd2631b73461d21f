package org.reactiveserializer.support.depth;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.support.EndOfStack;
import org.reactivestreams.Subscription;

/**
 * A sink for one thread at a time. If it checks the stack, then before it publishes anything it
 * makes sure that some stack is left, and completes the work of earlier calls. Otherwise there may
 * be no stack left to act on what it has published.
 */
final class Imitation extends StackSubject implements Subscription {
  private static final int FRAMES = 30;

  private final boolean checksStack;
  private final Integer[] waiting = new Integer[64];
  private int head;
  private int tail;
  private long demand;
  private boolean emitting;
  private boolean signalled;
  private @Nullable Object end;
  private boolean settled;
  private boolean cancelled;

  Imitation(boolean checksStack) {
    this.checksStack = checksStack;
  }

  private void prepare() {
    if (checksStack) {
      EndOfStack.need(2 * FRAMES);
      signal();
    }
  }

  @Override
  void subscribe(Record downstream) {
    downstream.onSubscribe(this);
  }

  @Override
  boolean refuses() {
    throw new AssertionError("subscribing is not imitated");
  }

  @Override
  EmitOutcome next(Integer item) {
    prepare();
    if (cancelled) {
      return EmitOutcome.CANCELLED;
    }
    boolean fastPath = !emitting && demand > 0;
    if (settled || end != null && !fastPath) {
      return EmitOutcome.TERMINATED;
    }
    if (!fastPath) {
      waiting[tail++] = item;
      signal();
      return EmitOutcome.QUEUED;
    }
    emitting = true;
    demand--;
    try {
      record.onNext(item);
    } catch (Throwable thrown) {
      cancelled = true;
      throw thrown;
    } finally {
      emitting = false;
    }
    if (signalled) {
      signal();
    }
    return EmitOutcome.DELIVERED;
  }

  @Override
  EmitOutcome complete() {
    return end(Record.COMPLETED);
  }

  @Override
  EmitOutcome fail(Throwable error) {
    return end(error);
  }

  private EmitOutcome end(Object terminal) {
    prepare();
    if (cancelled || end != null) {
      return cancelled ? EmitOutcome.CANCELLED : EmitOutcome.TERMINATED;
    }
    end = terminal;
    signal();
    return settled ? EmitOutcome.DELIVERED : EmitOutcome.QUEUED;
  }

  @Override
  public void request(long n) {
    prepare();
    demand += n;
    signal();
  }

  @Override
  public void cancel() {
    prepare();
    cancelled |= !settled;
    signal();
  }

  private void signal() {
    signalled = emitting;
    if (!emitting) {
      emitting = true;
      try {
        drain();
      } finally {
        emitting = false;
      }
    }
  }

  private void drain() {
    EndOfStack.need(FRAMES); // acting needs more stack than publishing
    while (!cancelled && head < tail && demand > 0) {
      demand--;
      record.onNext(waiting[head++]);
    }
    while (cancelled && head < tail) {
      record.discard(waiting[head++]);
    }
    if (!cancelled && head == tail && end != null && !settled) {
      settled = true;
      if (end instanceof Throwable error) {
        record.onError(error);
      } else {
        record.onComplete();
      }
    }
  }

  @Override
  int backlog() {
    return tail - head;
  }

  @Override
  long requested() {
    return demand;
  }
}
