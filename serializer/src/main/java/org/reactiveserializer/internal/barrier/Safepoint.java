package org.reactiveserializer.internal.barrier;

/**
 * A barrier that every Java virtual machine has: it stops all threads for a moment to get their
 * stack traces. It takes up to milliseconds: the last resort, and for tests on any JDK.
 */
final class Safepoint implements ProcessBarrier {
  @Override
  public void execute() {
    Thread.getAllStackTraces();
  }
}
