package org.reactiveserializer.netty;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * What one read of a channel has brought beyond what may enter the stream, in order. By one thread at a
 * time.
 */
final class HeldMessages<T> {
  private final Holding holding;
  private final LongAdder ofAllChannels;
  private @Nullable Queue<Received<T>> queue; // most channels never need one

  HeldMessages(Holding holding, LongAdder ofAllChannels) {
    this.holding = holding;
    this.ofAllChannels = ofAllChannels;
  }

  boolean isEmpty() {
    return queue == null || queue.isEmpty();
  }

  void add(Received<T> message) {
    Queue<Received<T>> to = queue;
    if (to == null) {
      to = new ArrayDeque<>();
      queue = to;
    }
    to.add(message);
    holding.addHeld(message.bytes());
    ofAllChannels.increment();
  }

  @Nullable Received<T> poll() {
    Received<T> message = queue == null ? null : queue.poll();
    if (message != null) {
      holding.addHeld(-message.bytes());
      ofAllChannels.decrement();
    }
    return message;
  }
}
