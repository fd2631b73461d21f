package org.reactiveserializer.benchmarks.io;

import java.io.IOException;

/** Threads of the contenders. */
public final class Threads {
  private Threads() {}

  /** Something that runs until its socket is closed. */
  public interface Loop {
    void run() throws IOException, InterruptedException;
  }

  /** Starts a daemon thread for a loop. */
  public static void start(String name, Loop loop) {
    Thread thread =
        new Thread(
            () -> {
              try {
                loop.run();
              } catch (IOException | InterruptedException ended) {
                // closed
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
  }
}
