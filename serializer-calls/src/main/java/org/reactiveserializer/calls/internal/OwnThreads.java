package org.reactiveserializer.calls.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/** The threads that do what the user has no executor for. None of them keeps the process alive. */
public final class OwnThreads {
  private static final boolean IS_COMMON_POOL_EMPTY =
      Integer.getInteger("java.util.concurrent.ForkJoinPool.common.parallelism", 1) == 0;

  private static final @Nullable ExecutorService VIRTUAL = virtual();

  /** Virtual threads where the JDK has them, else threads of the system that end when they are idle for a minute. */
  static final Executor EXECUTOR =
      VIRTUAL == null
          ? Executors.newCachedThreadPool(task -> daemon("reactive-serializer-keys", task))
          : VIRTUAL;

  /** Whether a task has a thread of the system, which need not make way for other tasks by itself. */
  static final boolean ARE_PREEMPTED = VIRTUAL == null;

  /** How many keys are served at the same time: a thread of the system takes more memory. */
  static final int MOST = ARE_PREEMPTED ? 512 : 1 << 16;

  private OwnThreads() {}

  private static @Nullable ExecutorService virtual() {
    try {
      return (ExecutorService)
          MethodHandles.publicLookup()
              .findStatic(
                  Executors.class,
                  "newVirtualThreadPerTaskExecutor",
                  MethodType.methodType(ExecutorService.class))
              .invoke();
    } catch (Throwable none) { // a JDK before 21
      return null;
    }
  }

  /** Runs a task that tells a caller something: in the common pool, unless it has no threads. */
  static void answer(Runnable task) {
    (IS_COMMON_POOL_EMPTY ? EXECUTOR : ForkJoinPool.commonPool()).execute(task);
  }

  /** Makes a thread with nothing of the one that happens to start it. */
  public static Thread daemon(String name, Runnable task) {
    Thread thread = new Thread(null, task, name, 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
    return thread;
  }
}
