package org.reactiveserializer.benchmarks.alternatives;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;

/**
 * The word is the tail of a queue. A producer swaps in its node, which never fails, and then links
 * it to the one before. The owner must spin if it arrives in between: not lock-free.
 */
public final class TailSwap extends AlternativeSerializer {
  private final Padded<Link> tail = new Padded<>();

  /** The node of an owner that has delivered no node. Only the next node is linked to it. */
  private final Link stub = new Link(0);

  // The last node that was delivered. Accessed by the owner only.
  private Link head = stub;

  /** Creates a serializer with an empty queue. */
  public TailSwap(Subscriber<? super Integer> downstream) {
    super(downstream, Waiting.NOT);
  }

  @Override
  protected boolean tryEnter() {
    if (tail.value() == null && tail.replace(null, stub)) {
      head = stub;
      return true;
    }
    return false;
  }

  @Override
  protected boolean handOver(Integer item) {
    Link link = new Link(item);
    Link previous = tail.swap(link);
    if (previous == null) {
      stub.next = link;
      head = stub;
      return true;
    }
    previous.setNextRelease(link);
    return false;
  }

  @Override
  protected int deliverWaiting() {
    int delivered = 0;
    for (Link last = tail.value(); head != last; delivered++) {
      Link next = head.awaitNext();
      head.next = null;
      head = next;
      deliver(next.item);
    }
    return delivered;
  }

  @Override
  protected boolean hasWork() {
    return tail.value() != head;
  }

  @Override
  protected boolean tryExit() {
    return tail.replace(head, null);
  }

  /** An item, or the owner, and the link to the next one. */
  private static final class Link {
    private final Integer item;
    private @Nullable Link next;

    Link(Integer item) {
      this.item = item;
    }

    void setNextRelease(Link link) {
      NEXT.setRelease(this, link);
    }

    Link awaitNext() {
      Link link = (Link) NEXT.getAcquire(this);
      while (link == null) {
        Thread.onSpinWait();
        link = (Link) NEXT.getAcquire(this);
      }
      return link;
    }

    private static final VarHandle NEXT =
        ConstantBootstraps.fieldVarHandle(
            MethodHandles.lookup(), "next", VarHandle.class, Link.class, Link.class);
  }
}
