package org.reactiveserializer.benchmarks.io.ipc;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;

/** An end at which several threads write messages, each with numbers of its own. */
abstract class ThreadsWriter implements Link.Writer {
  private static final int ROUND = 1024;

  private final int threads;

  ThreadsWriter(int threads) {
    this.threads = threads;
  }

  /**
   * Writes a message. Called by all threads.
   *
   * @param first its first word
   * @return whether there was room
   */
  abstract boolean write(long first);

  @Override
  public final long run(BooleanSupplier isOver) throws Exception {
    List<FutureTask<Long>> tasks = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      int thread = t;
      tasks.add(new FutureTask<>(() -> runThread(thread, isOver)));
    }
    for (FutureTask<Long> task : tasks.subList(1, threads)) {
      Thread thread = new Thread(task, "another writer");
      thread.setDaemon(true);
      thread.start();
    }
    tasks.get(0).run();
    long sum = 0;
    for (FutureTask<Long> task : tasks) {
      sum += task.get();
    }
    return sum;
  }

  private long runThread(int thread, BooleanSupplier isOver) {
    long number = 0;
    while (!isOver.getAsBoolean()) {
      number = round(thread, number);
    }
    return number;
  }

  /** A method that is called often is compiled as a whole, as in {@link Polling}. */
  private long round(int thread, long first) {
    long number = first;
    for (int i = 0; i < ROUND; i++) {
      if (write(Message.of(thread, number))) {
        number++;
      } else {
        Thread.onSpinWait();
      }
    }
    return number;
  }
}
