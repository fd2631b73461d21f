package org.reactiveserializer.internal.barrier;

import java.lang.invoke.MethodHandle;

/** Windows: {@code FlushProcessWriteBuffers}. Untested. */
final class WriteBufferFlush implements ProcessBarrier {
  private final MethodHandle flush;

  WriteBufferFlush(MethodHandle flush) {
    this.flush = flush;
  }

  @Override
  public void execute() {
    try {
      flush.invokeExact();
    } catch (RuntimeException | Error thrown) {
      throw thrown;
    } catch (Throwable impossible) {
      throw new AssertionError(impossible);
    }
  }
}
