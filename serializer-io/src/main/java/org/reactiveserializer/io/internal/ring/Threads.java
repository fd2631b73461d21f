package org.reactiveserializer.io.internal.ring;

/** Makes the threads of the rings. */
public final class Threads {
  private Threads() {}

  /**
   * Returns a daemon, which does not keep the virtual machine alive. It takes over neither the thread
   * group of whoever makes it, which somebody might interrupt, nor its inheritable thread-local
   * values. It is not started.
   */
  public static Thread daemon(Runnable task, String name) {
    ThreadGroup root = Thread.currentThread().getThreadGroup();
    while (root.getParent() != null) {
      root = root.getParent();
    }
    Thread thread = new Thread(root, task, name, 0, false);
    thread.setDaemon(true);
    return thread;
  }
}
