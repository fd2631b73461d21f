package org.reactiveserializer.blocking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.blockhound.BlockHound;
import reactor.blockhound.BlockingMethod;

/** Threads that must not block, and a record of their calls that do. */
final class Watched {
  private static final int PATIENCE_SECONDS = 60;

  /** About the maximum number of calls that are recorded. */
  private static final int MOST = 20;

  private static final Queue<Throwable> BLOCKED = new ConcurrentLinkedQueue<>();

  private Watched() {}

  /** Installs the agent, for the rest of this virtual machine's life. */
  static void install() {
    BlockHound.builder()
        .loadIntegrations() // the library's own
        .nonBlockingThreadPredicate(other -> other.or(WatchedThread.class::isInstance))
        .blockingMethodCallback(Watched::blocks)
        .install();
  }

  /** Runs the actions at the same time, and returns the blocking calls that they made. */
  static List<String> blockingCalls(Runnable... actions) {
    Queue<Throwable> thrown = new ConcurrentLinkedQueue<>();
    AtomicInteger missing = new AtomicInteger(actions.length);
    List<Thread> threads = new ArrayList<>();
    BLOCKED.clear();
    for (Runnable action : actions) {
      threads.add(new WatchedThread(missing, action));
    }
    threads.forEach(thread -> thread.setUncaughtExceptionHandler((t, e) -> thrown.add(e)));
    threads.forEach(Thread::start);
    threads.forEach(Watched::join);
    assertEquals(List.of(), List.copyOf(thrown));
    return BLOCKED.stream().map(Watched::describe).toList();
  }

  private static String describe(Throwable call) {
    return call.getMessage() + Arrays.toString(call.getStackTrace()).replace(", ", "\n  at ");
  }

  private static void blocks(BlockingMethod method) {
    Throwable call = new Throwable(method.toString());
    if (BLOCKED.size() < MOST) {
      BLOCKED.add(call);
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    assertFalse(thread.isAlive(), "still runs after " + PATIENCE_SECONDS + " s");
  }

  private static final class WatchedThread extends Thread {
    private final AtomicInteger missing;
    private final Runnable action;

    WatchedThread(AtomicInteger missing, Runnable action) {
      this.missing = missing;
      this.action = action;
      setDaemon(true);
    }

    @Override
    @SuppressWarnings("EmptyWhile")
    public void run() {
      missing.getAndDecrement();
      while (missing.get() != 0) {} // a latch would block
      action.run();
    }
  }
}
