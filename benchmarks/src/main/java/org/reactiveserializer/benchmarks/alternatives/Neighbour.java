package org.reactiveserializer.benchmarks.alternatives;

import org.reactiveserializer.internal.emission.EmissionRight;
import org.reactiveserializer.internal.emission.Hooks;
import org.reactiveserializer.internal.emission.PortableRight;
import org.reactiveserializer.internal.emission.Termination;
import org.reactiveserializer.internal.operator.SerialEmitter;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A downstream as users write them: it counts what it gets, in a field without padding, and is the
 * last object that is made before the serializer. Virtual machines put objects one behind the other
 * as a thread makes them, so what comes next is on the cache line of the counter, or, by the luck of
 * the address, begins the next one.
 */
public final class Neighbour implements Subscriber<Integer> {
  private final Subscriber<Integer> next;

  @SuppressWarnings("unused") // counted, for the sake of the writing
  private long count;

  private Neighbour(Subscriber<Integer> next) {
    this.next = next;
  }

  /** Makes the library's emitter behind one: next comes the cell, which begins with padding. */
  public static Subscriber<Integer> ofTheCell(Subscriber<Integer> downstream) {
    Neighbour neighbour = new Neighbour(downstream);
    EmissionRight right = new PortableRight();
    return emitter(right, neighbour);
  }

  /** The same with the cell made before: next comes what every producer reads with every item. */
  public static Subscriber<Integer> ofTheEmitter(Subscriber<Integer> downstream) {
    EmissionRight right = new PortableRight();
    Neighbour neighbour = new Neighbour(downstream);
    return emitter(right, neighbour);
  }

  private static Subscriber<Integer> emitter(EmissionRight right, Neighbour neighbour) {
    return new SerialEmitter<>(
        right, Termination.immediate(), neighbour, new Hooks<>(null, Neighbour::fail));
  }

  private static void fail(Throwable dropped) {
    throw new AssertionError("no error is signalled here", dropped);
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
