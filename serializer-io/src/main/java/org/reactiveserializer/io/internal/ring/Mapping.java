package org.reactiveserializer.io.internal.ring;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import org.jspecify.annotations.Nullable;

/**
 * A file in memory. With JDK 22 and later it is unmapped at once, when this is closed; an access
 * after that is an {@link IllegalStateException}. With earlier ones it is unmapped when the garbage
 * collector finds its buffers unreachable; until then, an access after the close reaches the file's
 * memory, and is harmless to the process.
 */
final class Mapping {
  private static final @Nullable Arenas ARENAS = Arenas.find();

  final ByteBuffer memory;
  private final @Nullable Object arena;
  private boolean isMapped = true; // guarded by this

  private Mapping(ByteBuffer memory, @Nullable Object arena) {
    this.memory = memory.order(ByteOrder.nativeOrder());
    this.arena = arena;
  }

  /** Maps a file that is known to have {@code size} bytes: a shorter one would be extended. */
  static Mapping map(FileChannel channel, long size) throws IOException {
    if (ARENAS == null) {
      return new Mapping(channel.map(MapMode.READ_WRITE, 0, size), null);
    }
    Object arena = ARENAS.open();
    try {
      return new Mapping(ARENAS.map(channel, size, arena), arena);
    } catch (Throwable failed) {
      ARENAS.close(arena);
      throw failed;
    }
  }

  /**
   * Unmaps the file, if that is possible at a chosen time.
   *
   * @throws IllegalStateException if another thread has a buffer of this in use
   */
  synchronized void unmap() {
    if (ARENAS != null && arena != null && isMapped) {
      ARENAS.close(arena);
      isMapped = false;
    }
  }

  /**
   * {@code java.lang.foreign}, by reflection: it exists since JDK 22, and this is compiled for JDK
   * 17.
   */
  private record Arenas(Method ofShared, Method map, Method asByteBuffer, Method close) {
    private static final int FIRST_JDK = 22;

    static @Nullable Arenas find() {
      if (Runtime.version().feature() < FIRST_JDK) {
        return null;
      }
      try {
        Class<?> arena = Class.forName("java.lang.foreign.Arena");
        Class<?>[] place = {MapMode.class, long.class, long.class, arena};
        return new Arenas(
            arena.getMethod("ofShared"),
            FileChannel.class.getMethod("map", place),
            Class.forName("java.lang.foreign.MemorySegment").getMethod("asByteBuffer"),
            arena.getMethod("close"));
      } catch (ReflectiveOperationException missing) {
        return null; // for example in a native image; then the garbage collector unmaps
      }
    }

    Object open() throws IOException {
      return call(ofShared, null);
    }

    ByteBuffer map(FileChannel channel, long size, Object arena) throws IOException {
      Object segment = call(map, channel, MapMode.READ_WRITE, 0L, size, arena);
      return (ByteBuffer) call(asByteBuffer, segment);
    }

    void close(Object arena) {
      try {
        invoke(close, arena);
      } catch (IOException impossible) {
        throw new AssertionError(impossible);
      }
    }

    private static Object call(Method method, @Nullable Object receiver, Object... arguments)
        throws IOException {
      Object result = invoke(method, receiver, arguments);
      if (result == null) {
        throw new AssertionError(method + " returned null");
      }
      return result;
    }

    private static @Nullable Object invoke(
        Method method, @Nullable Object receiver, Object... arguments) throws IOException {
      try {
        return method.invoke(receiver, arguments);
      } catch (IllegalAccessException impossible) {
        throw new AssertionError(impossible);
      } catch (InvocationTargetException thrown) {
        Throwable cause = thrown.getCause();
        if (cause instanceof IOException failed) {
          throw failed;
        }
        if (cause instanceof RuntimeException failed) {
          throw failed;
        }
        if (cause instanceof Error failed) {
          throw failed;
        }
        throw new AssertionError(cause);
      }
    }
  }
}
