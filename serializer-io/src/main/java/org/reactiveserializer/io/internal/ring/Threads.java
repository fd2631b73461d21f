package org.reactiveserializer.io.internal.ring;

/** Makes the threads of the rings. */
public interface Threads {
  /** Daemons, so that none keeps the virtual machine alive. */
  Threads DAEMONS =
      (task, name) -> {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
      };

  /** Returns a thread that is not started. */
  Thread unstarted(Runnable task, String name);
}
