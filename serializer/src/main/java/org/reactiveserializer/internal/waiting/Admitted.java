package org.reactiveserializer.internal.waiting;

import org.jspecify.annotations.Nullable;

/**
 * Threads that were admitted, and are not woken yet. By the owner.
 *
 * @param <T> the type of the items
 */
final class Admitted<T> {
  private @Nullable Waiter<T> first;
  private @Nullable Waiter<T> last;

  void add(Waiter<T> thread) {
    if (last == null) {
      first = thread;
    } else {
      last.nextDecided = thread;
    }
    last = thread;
  }

  void wakeAll() {
    for (Waiter<T> next = first; next != null; next = first) {
      first = next.nextDecided;
      if (first == null) {
        last = null;
      }
      next.nextDecided = null;
      next.run();
    }
  }
}
