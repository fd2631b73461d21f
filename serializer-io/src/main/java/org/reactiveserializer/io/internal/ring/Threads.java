package org.reactiveserializer.io.internal.ring;

/** Makes the threads of the rings. */
public interface Threads {
  /**
   * Daemons, so that none keeps the virtual machine alive. They take over neither the thread group
   * of whoever makes them, which somebody might interrupt, nor its inheritable thread-local values.
   */
  Threads DAEMONS =
      (task, name) -> {
        Thread thread = new Thread(Root.GROUP, task, name, 0, false);
        thread.setDaemon(true);
        return thread;
      };

  /** Returns a thread that is not started. */
  Thread unstarted(Runnable task, String name);

  /** The group of all threads. */
  final class Root {
    private static final ThreadGroup GROUP = find();

    private Root() {}

    private static ThreadGroup find() {
      ThreadGroup group = Thread.currentThread().getThreadGroup();
      for (ThreadGroup parent = group; parent != null; parent = parent.getParent()) {
        group = parent;
      }
      return group;
    }
  }
}
