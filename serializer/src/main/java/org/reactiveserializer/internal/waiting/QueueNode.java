package org.reactiveserializer.internal.waiting;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * An item and its place in a {@link BoundedQueue}; or the head, whose item was removed.
 *
 * @param <T> the type of the items
 */
class QueueNode<T> {
  // Plain: written before the node is linked; the item is cleared by the thread that moved head
  // here.
  @Nullable T item;
  long number;
  volatile @Nullable QueueNode<T> next;

  QueueNode(@Nullable T item, long number) {
    this.item = item;
    this.number = number;
  }

  /** Numbers this node, which is to follow {@code last}. */
  void follow(QueueNode<T> last, long weight) {
    number = last.number + 1;
  }

  /** Returns the weight of all nodes up to this one. */
  long weightSoFar() {
    return 0;
  }

  final boolean link(QueueNode<T> successor) {
    return NEXT.compareAndSet(this, (QueueNode<?>) null, successor);
  }

  /** A node of a queue with a {@link Balance}: apart, since it is larger. */
  static final class Weighed<T> extends QueueNode<T> {
    private long weightSoFar; // plain, as the number

    Weighed(@Nullable T item) {
      super(item, 0);
    }

    @Override
    void follow(QueueNode<T> last, long weight) {
      super.follow(last, weight);
      weightSoFar = last.weightSoFar() + weight;
    }

    @Override
    long weightSoFar() {
      return weightSoFar;
    }
  }

  private static final VarHandle NEXT =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "next", VarHandle.class, QueueNode.class, QueueNode.class);
}
