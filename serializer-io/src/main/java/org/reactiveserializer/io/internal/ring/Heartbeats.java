package org.reactiveserializer.io.internal.ring;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.io.internal.shared.MemoryFaults;

/** Counts up the heartbeat of each side that this process has, in one daemon thread. */
final class Heartbeats {
  static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  /** Those of this process. */
  static final Heartbeats SHARED = new Heartbeats();

  private final Set<Heart> hearts = new LinkedHashSet<>(); // guarded by itself
  private @Nullable Thread thread; // guarded by hearts

  /** What has a heartbeat. */
  interface Heart {
    void beat() throws IOException;
  }

  /** Starts the thread if there is none. If that fails, nothing was added. */
  void add(Heart heart) {
    synchronized (hearts) {
      if (thread == null) {
        Thread fresh = Threads.daemon(this::run, "ring-heartbeat");
        fresh.setContextClassLoader(null); // not that of whoever attached first
        fresh.start();
        thread = fresh;
      }
      hearts.add(heart);
    }
  }

  void remove(Heart heart) {
    synchronized (hearts) {
      hearts.remove(heart); // the thread ends by itself
    }
  }

  /**
   * Nothing but the end of the last heart ends this: there is no other thread to beat for the
   * others.
   */
  private void run() {
    boolean needed = true;
    while (needed) {
      try {
        beat();
      } catch (Throwable survived) {
        // There is no memory at the moment, or a late fault: the next round finds out.
      }
      try {
        LockSupport.parkNanos(INTERVAL_NANOS);
        Thread.interrupted(); // or else no later park would wait
        needed = isNeeded();
      } catch (Throwable late) {
        // A fault of the round before.
      }
    }
  }

  private boolean isNeeded() {
    synchronized (hearts) {
      if (hearts.isEmpty()) {
        thread = null;
      }
      return thread == Thread.currentThread();
    }
  }

  private void beat() {
    List<Heart> beating;
    synchronized (hearts) {
      beating = new ArrayList<>(hearts);
    }
    for (Heart heart : beating) {
      try {
        heart.beat();
        MemoryFaults.report();
      } catch (Throwable gone) {
        // The side is closing, or the file is being truncated: the next heartbeat notices that.
      }
    }
  }
}
