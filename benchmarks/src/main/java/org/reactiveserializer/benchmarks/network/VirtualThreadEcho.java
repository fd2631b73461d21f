package org.reactiveserializer.benchmarks.network;

import java.io.IOException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** A virtual thread for each connection, where the JDK has them (21 and later). */
public final class VirtualThreadEcho extends ThreadEcho {
  private static final @Nullable Method START = find();

  /** Creates a server that does not serve so far. */
  public VirtualThreadEcho() throws IOException {}

  private static @Nullable Method find() {
    if (Runtime.version().feature() < 21) {
      return null; // in preview, or not at all
    }
    try {
      return Thread.class.getMethod("startVirtualThread", Runnable.class);
    } catch (NoSuchMethodException missing) {
      return null;
    }
  }

  static boolean isPossible() {
    return START != null;
  }

  @Override
  void start(Runnable task) {
    try {
      if (START != null) {
        START.invoke(null, task);
      }
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
