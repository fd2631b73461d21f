package org.reactiveserializer.internal.settings;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The threads that deliver for who has no executor: a virtual thread for each task where the JDK
 * has them, else a pool without a bound, whose threads end when they are idle for a while. A task
 * that blocks holds up its own stream only, unless it pins the carrier of its virtual thread. All
 * are daemons; but the process stays alive while a task is under way, so that {@code main} may return.
 */
public final class Threads {
  private static final long IDLE_SECONDS = 10;

  /** So long, or less, the process stays alive when no task is under way any more. */
  private static final long LINGER_MILLIS = 100;

  private static final AtomicLong UNDER_WAY = new AtomicLong();
  private static final AtomicBoolean IS_KEPT = new AtomicBoolean(); // whether the keeper is there

  private static final Pool EXECUTOR = new Pool(make());

  private Threads() {}

  /** Returns the executor, which all streams share. It is never shut down. */
  public static Executor executor() {
    return EXECUTOR;
  }

  /** Returns an executor for tasks that may last for ever: the process does not stay alive for them. */
  public static Executor background() {
    return EXECUTOR.threads;
  }

  /**
   * Returns what completes the stages of items that have waited for room: the common pool; if a system
   * property says that it has no threads, {@link #executor}. (The pool itself does not say so on each JDK.)
   */
  public static Executor answers() {
    return Integer.getInteger("java.util.concurrent.ForkJoinPool.common.parallelism", 1) == 0
        ? EXECUTOR
        : ForkJoinPool.commonPool();
  }

  private static Executor make() {
    try {
      return (Executor)
          MethodHandles.publicLookup()
              .findStatic(
                  Executors.class,
                  "newVirtualThreadPerTaskExecutor",
                  MethodType.methodType(ExecutorService.class))
              .invoke();
    } catch (Throwable none) { // a JDK before 21
      return pool();
    }
  }

  private static Executor pool() {
    AtomicLong number = new AtomicLong();
    return new ThreadPoolExecutor(
        0,
        Integer.MAX_VALUE,
        IDLE_SECONDS,
        TimeUnit.SECONDS,
        new SynchronousQueue<>(),
        task -> thread(task, "reactive-serializer-" + number.incrementAndGet()));
  }

  /** Gives a tool that looks for blocking calls a name: the pool locks to start a thread, also that of the keeper. */
  private record Pool(Executor threads) implements Executor {
    @Override
    public void execute(Runnable task) {
      Task counted = new Task(task);
      UNDER_WAY.incrementAndGet();
      try {
        keep();
        threads.execute(counted);
      } catch (Throwable refused) {
        counted.ends();
        throw refused;
      }
    }

    /** Makes sure that the keeper is there: it has not looked yet, or will look again. */
    private static void keep() {
      if (!IS_KEPT.get() && IS_KEPT.compareAndSet(false, true)) {
        try {
          Thread keeper = thread(Pool::stay, "reactive-serializer-keeper");
          keeper.setDaemon(false);
          keeper.start();
        } catch (Throwable none) { // the task is worth more
          IS_KEPT.set(false);
        }
      }
    }

    private static void stay() {
      do {
        do {
          linger();
        } while (UNDER_WAY.get() > 0);
        IS_KEPT.set(false);
      } while (UNDER_WAY.get() > 0 && IS_KEPT.compareAndSet(false, true));
    }
  }

  private static void linger() {
    try {
      Thread.sleep(LINGER_MILLIS);
    } catch (InterruptedException ignored) { // nobody has a reason to
    }
  }

  /** A task that is under way until it has run, or was refused. */
  private static final class Task implements Runnable {
    private final AtomicBoolean hasEnded = new AtomicBoolean();
    private final Runnable task;

    Task(Runnable task) {
      this.task = task;
    }

    @Override
    public void run() {
      try {
        task.run();
      } finally {
        ends();
      }
    }

    void ends() {
      if (hasEnded.compareAndSet(false, true)) {
        UNDER_WAY.decrementAndGet();
      }
    }
  }

  /** Makes a daemon with nothing of the thread that happens to start it: other streams use it. */
  @SuppressWarnings("ThreadPriorityCheck") // not that of the producer
  public static Thread thread(Runnable task, String name) {
    Thread thread = new Thread(null, task, name, 0, false);
    thread.setDaemon(true);
    thread.setPriority(Thread.NORM_PRIORITY);
    thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
    return thread;
  }
}
