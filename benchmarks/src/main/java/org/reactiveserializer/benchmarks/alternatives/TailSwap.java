package org.reactiveserializer.benchmarks.alternatives;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;

/**
 * The word is the tail of a queue: a producer swaps its node in, which never fails, and then links
 * it to the one before. In between the owner has to wait for the link: not lock-free.
 */
public final class TailSwap extends AlternativeSerializer {
  private final PaddedReference<Link> tail = new PaddedReference<>();

  /** Stands for the owner where no node does. Nobody links to it but the node that comes next. */
  private final Link stub = new Link(0);

  // The last node that was delivered. Of the owner.
  private Link head = stub;

  /** Creates one with an empty queue. */
  public TailSwap(Subscriber<? super Integer> downstream, Lag lag) {
    super(downstream, lag);
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
  protected boolean hand(Integer item) {
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
  protected int emitWaiting() {
    int emitted = 0;
    for (Link last = tail.value(); head != last; emitted++) {
      Link next = head.awaitNext();
      head.next = null;
      head = next;
      deliver(next.item);
    }
    return emitted;
  }

  @Override
  protected boolean hasWork() {
    return tail.value() != head;
  }

  @Override
  protected boolean tryExit() {
    return tail.replace(head, null);
  }

  /** An item, or the owner, and what comes after it. */
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
