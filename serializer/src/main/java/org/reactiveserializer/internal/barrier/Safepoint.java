package org.reactiveserializer.internal.barrier;

/**
 * A barrier that every Java virtual machine has: all threads are stopped for a moment, to look at
 * their stacks. Takes up to milliseconds: the last resort, and for tests on any JDK.
 */
final class Safepoint implements ProcessBarrier {
  @Override
  public void execute() {
    Thread.getAllStackTraces();
  }
}
