package org.reactiveserializer.stress.support;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.drain.DrainLoop;
import org.reactiveserializer.internal.drain.Work;
import org.reactiveserializer.internal.ending.Upstream;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The smallest subject whose owner can fail to end the stream. The stream ends only when the
 * downstream throws. Any other signal is only an occasion to end it in place of an owner that left.
 *
 * <p>Not final, so that a twin can break a step, which {@code SerialOperator} does not allow.
 */
public class LoneLoop extends DrainLoop implements Subscriber<Item>, Subscription {
  private final Upstream upstream = new Upstream();
  private final Probe downstream;
  private final Fates outcomes;

  // The rest of the batch in which the downstream threw. Accessed by the owner only.
  private @Nullable Work undelivered;

  /** Creates a loop whose owner fails to end the stream when the downstream throws. */
  public LoneLoop(CrampedState drain, Probe downstream, Fates outcomes) {
    super(drain, null, null);
    this.downstream = downstream;
    this.outcomes = outcomes;
  }

  /** Returns this loop as a subject. */
  public final Subject subject() {
    return new Subject(this, this, drain::itemsWaiting);
  }

  @Override
  public final void onNext(Item item) {
    if (!handOver(new Node(item))) {
      outcomes.discard(item);
    }
  }

  @Override
  public final void onSubscribe(Subscription arrived) {
    upstream.setOnce(arrived);
  }

  @Override
  public final void onError(Throwable error) {
    outcomes.drop(error);
    signal();
  }

  @Override
  public final void onComplete() {
    signal();
  }

  @Override
  public final void request(long n) {
    upstream.request(n);
  }

  @Override
  public final void cancel() {
    upstream.cancel();
    signal();
  }

  @Override
  protected final void pass(@Nullable Work youngest) {
    Work rest = Work.oldestFirst(youngest);
    while (rest != null) {
      Item item = ((Node) rest).item;
      rest = rest.unlink();
      undelivered = rest;
      drain.countFinished();
      downstream.onNext(item);
    }
  }

  @Override
  protected void abort(Throwable cause) {
    Work rest = Work.oldestFirst(drain.closeWord());
    upstream.cancel();
    discard(undelivered);
    discard(rest);
    undelivered = null;
  }

  private void discard(@Nullable Work oldest) {
    for (Work rest = oldest; rest != null; rest = rest.unlink()) {
      drain.countFinished();
      outcomes.discard(((Node) rest).item);
    }
  }

  private static final class Node extends Work {
    private final Item item;

    Node(Item item) {
      this.item = item;
    }
  }
}
