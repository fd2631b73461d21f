package org.reactiveserializer.internal.operator;

import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;

/**
 * Completes the stages of items that have waited for room, where the user has set no executor: in the
 * common pool; if that has no threads, on the threads that deliver for who has no executor.
 */
enum AnswerThreads implements Executor {
  INSTANCE;

  @Override
  public void execute(Runnable answer) {
    Executor executor =
        ForkJoinPool.getCommonPoolParallelism() > 0
            ? ForkJoinPool.commonPool()
            : DeliveryThreads.executor();
    executor.execute(answer);
  }
}
