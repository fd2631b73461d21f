package org.reactiveserializer.benchmarks.alternatives;

import java.util.function.Consumer;
import org.reactivestreams.Subscriber;

/**
 * The shell of all alternatives: who owns delivers, goes on while there is work, waits now and then
 * as {@link Lag} says, and leaves. What a design has to say of its own is in the abstract methods.
 */
public abstract class AlternativeSerializer implements Consumer<Integer> {
  private final Subscriber<? super Integer> downstream;
  private final Lag lag;

  /** Creates one in front of {@code downstream}, which waits for more as {@code lag} says. */
  protected AlternativeSerializer(Subscriber<? super Integer> downstream, Lag lag) {
    this.downstream = downstream;
    this.lag = lag;
  }

  /**
   * Takes the right if nobody has it and no item of this thread waits. The caller that gets {@code
   * true} is the owner.
   */
  protected abstract boolean tryEnter();

  /** Leaves the item to the owner. The caller that gets {@code true} is the owner itself. */
  protected abstract boolean hand(Integer item);

  /** Delivers what waits, by the owner, and returns how many items that were. */
  protected abstract int emitWaiting();

  /** Tells the owner whether there is something to emit. */
  protected abstract boolean hasWork();

  /** Gives the right back; {@code false} if there is work, and the caller still the owner. */
  protected abstract boolean tryExit();

  @Override
  public final void accept(Integer item) {
    if (tryEnter()) {
      deliver(item);
      if (!tryExit()) {
        emitUntilIdle();
      }
    } else if (hand(item)) {
      emitUntilIdle();
    }
  }

  /** Calls the downstream. */
  protected final void deliver(Integer item) {
    downstream.onNext(item);
  }

  private void emitUntilIdle() {
    do {
      emitWhileBusy();
    } while (!tryExit());
  }

  private void emitWhileBusy() {
    long stay = 0;
    int emitted;
    do {
      emitted = 0;
      do {
        emitted += emitWaiting();
      } while (!lag.isPaced(stay + emitted) && hasWork());
      stay += emitted;
    } while (lag.isDue(emitted, stay) && lag.await(this));
  }
}
