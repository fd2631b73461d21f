package org.reactiveserializer.examples.springboot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Assertions;

/** Threads that publish. */
final class Publishers {
  /** How many items {@link #whileHeld} publishes between the first and the last one. */
  static final int MEANWHILE = 150;

  static final String LAST = "last";

  private Publishers() {}

  static CompletableFuture<Void> start(Runnable task) {
    return CompletableFuture.runAsync(task, run -> new Thread(run, "publisher").start());
  }

  /**
   * Publishes an item, and while the thread that delivers it is held, {@link #MEANWHILE} others
   * from three threads; after that the last one.
   */
  static void whileHeld(Twins.Held held, Consumer<String> publish) throws InterruptedException {
    CompletableFuture<Void> first = start(() -> publish.accept(Twins.FIRST));
    held.arrived.await();
    List<CompletableFuture<Void>> others = new ArrayList<>();
    for (int thread = 0; thread < 3; thread++) {
      String name = thread + " ";
      others.add(
          start(
              () -> {
                for (int i = 0; i < MEANWHILE / 3; i++) {
                  publish.accept(name + i);
                }
              }));
    }
    others.forEach(CompletableFuture::join);
    held.released.countDown();
    first.join();
    publish.accept(LAST);
  }

  /** Checks that items "thread number" of some threads arrive in the order of each thread. */
  static final class Order {
    private final int[] next;

    Order(int threads, int first) {
      next = new int[threads];
      Arrays.fill(next, first);
    }

    void check(String item) {
      String[] words = item.split(" ", -1);
      Assertions.assertEquals(next[Integer.parseInt(words[0])]++, Integer.parseInt(words[1]), item);
    }
  }
}
