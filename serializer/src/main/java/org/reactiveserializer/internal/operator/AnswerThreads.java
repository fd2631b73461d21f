package org.reactiveserializer.internal.operator;

import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;

/**
 * Completes the stages of items that have waited for room, where the user has set no executor: in the
 * common pool; if a system property says that it has no threads, on those that deliver for who has no
 * executor. (The pool itself does not say so on each JDK.)
 */
public enum AnswerThreads implements Executor {
  /** The only one. */
  INSTANCE;

  private static final boolean IS_POOL_EMPTY =
      Integer.getInteger("java.util.concurrent.ForkJoinPool.common.parallelism", 1) == 0;

  @Override
  public void execute(Runnable answer) {
    (IS_POOL_EMPTY ? DeliveryThreads.executor() : ForkJoinPool.commonPool()).execute(answer);
  }
}
