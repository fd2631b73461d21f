package org.reactiveserializer.io.internal.ring;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Counts up the heartbeat of each side that this process has, in one daemon thread. */
final class Heartbeats {
  private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private static final Set<Attachment> ATTACHED = new LinkedHashSet<>(); // guarded by itself
  private static @Nullable Thread thread; // guarded by ATTACHED

  private Heartbeats() {}

  static void add(Attachment attachment) {
    synchronized (ATTACHED) {
      ATTACHED.add(attachment);
      if (thread == null) {
        Thread fresh = new Thread(Heartbeats::run, "ring-heartbeat");
        fresh.setDaemon(true);
        fresh.setContextClassLoader(null); // not that of whoever attached first
        fresh.start();
        thread = fresh;
      }
    }
  }

  static void remove(Attachment attachment) {
    synchronized (ATTACHED) {
      ATTACHED.remove(attachment); // the thread ends by itself
    }
  }

  private static void run() {
    while (true) {
      List<Attachment> attached;
      synchronized (ATTACHED) {
        if (ATTACHED.isEmpty()) {
          thread = null;
          return;
        }
        attached = new ArrayList<>(ATTACHED);
      }
      for (Attachment attachment : attached) {
        try {
          attachment.beat();
        } catch (IOException | RuntimeException | InternalError gone) {
          // The side is closing, or the file is being truncated: the next heartbeat notices that.
        }
      }
      LockSupport.parkNanos(INTERVAL_NANOS);
      Thread.interrupted();
    }
  }
}
