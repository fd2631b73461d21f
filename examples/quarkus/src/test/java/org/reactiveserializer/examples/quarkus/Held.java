package org.reactiveserializer.examples.quarkus;

import io.smallrye.mutiny.Multi;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** Two clients, and between them a subscriber that holds the thread which brings the first event. */
final class Held implements AutoCloseable {
  static final String FIRST = "first";

  final EventClient before;
  final EventClient behind;
  private final CountDownLatch arrived = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);
  private final CompletableFuture<Void> first;

  /** Publishes the first event on a thread of its own, and waits until that event is held. */
  Held(URI address, Multi<String> events, Consumer<String> publish) throws Exception {
    before = EventClient.connect(address);
    events.subscribe().with(this::hold);
    behind = EventClient.connect(address);
    first = start(() -> publish.accept(FIRST));
    arrived.await();
  }

  static CompletableFuture<Void> start(Runnable task) {
    return CompletableFuture.runAsync(task, run -> new Thread(run, "publisher").start());
  }

  private void hold(String event) {
    if (event.equals(FIRST)) {
      arrived.countDown();
      try {
        released.await();
      } catch (InterruptedException ended) {
        throw new IllegalStateException(ended);
      }
    }
  }

  void release() {
    released.countDown();
    first.join();
  }

  @Override
  public void close() {
    released.countDown();
    before.close();
    behind.close();
  }
}
