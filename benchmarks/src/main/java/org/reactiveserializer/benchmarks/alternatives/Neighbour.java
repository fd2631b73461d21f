package org.reactiveserializer.benchmarks.alternatives;

import org.reactiveserializer.internal.drain.DrainLoop;
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.ending.Termination;
import org.reactiveserializer.internal.operator.SerialOperator;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A downstream as users write them: it counts items in a field without padding, and is created just
 * before or just after the serializer. A virtual machine places the objects of a thread one behind
 * the other in the order of their creation. The neighbouring object is therefore on the cache line
 * of the counter or, depending on the address, on the next one.
 */
public final class Neighbour implements Subscriber<Integer> {
  private final Subscriber<Integer> next;

  @SuppressWarnings("unused") // incremented only to have a write
  private long count;

  private Neighbour(Subscriber<Integer> next) {
    this.next = next;
  }

  /**
   * Creates a downstream, and then the library's emitter, which begins with padding, as users do.
   */
  public static Subscriber<Integer> inFront(Subscriber<Integer> downstream) {
    Termination termination = Termination.immediate();
    Hooks<Integer> hooks = new Hooks<>(null, Neighbour::fail);
    Neighbour neighbour = new Neighbour(downstream);
    return new SerialOperator<>(DrainLoop.newDrainState(), termination, neighbour, hooks);
  }

  /** Creates the emitter first: it ends without padding, with fields that producers read. */
  public static Subscriber<Integer> behind(Subscriber<Integer> downstream) {
    Termination termination = Termination.immediate();
    Hooks<Integer> hooks = new Hooks<>(null, Neighbour::fail);
    DrainState drain = DrainLoop.newDrainState();
    // The memory of an object is allocated before the arguments of its constructor are evaluated
    // (JLS §15.9.4).
    return new SerialOperator<>(drain, termination, new Neighbour(downstream), hooks);
  }

  private static void fail(Throwable dropped) {
    throw new AssertionError("unexpected dropped error: no producer signals an error", dropped);
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    next.onSubscribe(subscription);
  }

  @Override
  public void onNext(Integer item) {
    count++;
    next.onNext(item);
  }

  @Override
  public void onError(Throwable error) {
    next.onError(error);
  }

  @Override
  public void onComplete() {
    next.onComplete();
  }
}
