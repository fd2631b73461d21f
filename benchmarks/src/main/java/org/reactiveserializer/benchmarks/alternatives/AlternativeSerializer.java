package org.reactiveserializer.benchmarks.alternatives;

import java.util.function.Consumer;
import org.reactivestreams.Subscriber;

/**
 * The common part of all alternatives: the owner delivers as long as there is work, waits for more at
 * times, and releases ownership. The abstract methods are the parts in which the designs differ.
 */
public abstract class AlternativeSerializer implements Consumer<Integer> {
  private static final int REAL_BATCH = 8;
  private static final int LONG_SESSION = 32;
  private static final int SPINS = 100;

  private final Subscriber<? super Integer> downstream;
  private final Waiting waiting;

  /** Creates a serializer in front of {@code downstream}. */
  protected AlternativeSerializer(Subscriber<? super Integer> downstream, Waiting waiting) {
    this.downstream = downstream;
    this.waiting = waiting;
  }

  /**
   * Acquires ownership if no thread has it and no item of this thread waits. The caller is the
   * owner if the result is {@code true}.
   */
  protected abstract boolean tryEnter();

  /**
   * Hands the item over to the owner. The caller is the owner itself if the result is {@code true}.
   */
  protected abstract boolean handOver(Integer item);

  /** Delivers the items that wait, and returns their number. Called by the owner. */
  protected abstract int deliverWaiting();

  /** Returns whether there is something to deliver. Called by the owner. */
  protected abstract boolean hasWork();

  /**
   * Releases ownership. If there is work, returns {@code false}, and the caller is still the owner.
   */
  protected abstract boolean tryExit();

  @Override
  public final void accept(Integer item) {
    int looks = 0;
    do {
      if (tryEnter()) {
        deliver(item);
        if (!tryExit()) {
          deliverUntilIdle();
        }
        return;
      }
    } while (waiting.again(looks++));
    if (handOver(item)) {
      deliverUntilIdle();
    }
  }

  /** Calls the downstream. */
  protected final void deliver(Integer item) {
    downstream.onNext(item);
  }

  private void deliverUntilIdle() {
    do {
      deliverWhileBusy();
    } while (!tryExit());
  }

  private void deliverWhileBusy() {
    long session = 0;
    int batch;
    do {
      batch = 0;
      do {
        batch += deliverWaiting();
      } while (hasWork());
      session += batch;
    } while (batch >= REAL_BATCH && session >= LONG_SESSION && awaitWork());
  }

  /** Waits without a look at the word, which would take the cache line away from the producers. */
  private boolean awaitWork() {
    for (int i = 0; i < SPINS; i++) {
      Thread.onSpinWait();
    }
    return hasWork();
  }
}
