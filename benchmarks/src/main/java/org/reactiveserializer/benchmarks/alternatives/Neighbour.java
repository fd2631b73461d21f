package org.reactiveserializer.benchmarks.alternatives;

import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.ending.Termination;
import org.reactiveserializer.internal.operator.SerialEmitter;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A downstream as users write them: it counts what it gets, in a field without padding, and is made
 * just before the serializer, or just behind it. Virtual machines put objects one behind the other as a
 * thread makes them, so what is beside it is on the cache line of the counter or, by the luck of the
 * address, on the next one.
 */
public final class Neighbour implements Subscriber<Integer> {
  private final Subscriber<Integer> next;

  @SuppressWarnings("unused") // counted, for the sake of the writing
  private long count;

  private Neighbour(Subscriber<Integer> next) {
    this.next = next;
  }

  /** Makes one, and then the library's emitter, as users do: that begins with padding. */
  public static Subscriber<Integer> inFront(Subscriber<Integer> downstream) {
    Termination termination = Termination.immediate();
    Hooks<Integer> hooks = new Hooks<>(null, Neighbour::fail);
    Neighbour neighbour = new Neighbour(downstream);
    return new SerialEmitter<>(termination, neighbour, hooks);
  }

  /** The other way round: the emitter ends without padding, in what producers read. */
  public static Subscriber<Integer> behind(Subscriber<Integer> downstream) {
    Termination termination = Termination.immediate();
    Hooks<Integer> hooks = new Hooks<>(null, Neighbour::fail);
    // An object gets its place before the arguments of its constructor are evaluated (JLS §15.9.4).
    return new SerialEmitter<>(termination, new Neighbour(downstream), hooks);
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
