package org.reactiveserializer.internal.barrier;

import java.lang.invoke.MethodHandle;

/**
 * Linux: {@code membarrier(2)}, private and expedited. The kernel interrupts only the processors
 * that run a thread of this process: a thread that is not running was fenced when it left its
 * processor.
 */
final class Membarrier implements ProcessBarrier {
  private static final int PRIVATE_EXPEDITED = 1 << 3;
  private static final int REGISTER_PRIVATE_EXPEDITED = 1 << 4;
  private static final int QUERY = 0;

  private final MethodHandle syscall;
  private final long number;
  private final ProcessBarrier lastResort;

  private Membarrier(MethodHandle syscall, long number, ProcessBarrier lastResort) {
    this.syscall = syscall;
    this.number = number;
    this.lastResort = lastResort;
  }

  /**
   * Registers the process with the kernel.
   *
   * @param number the number of the system call, which depends on the processor
   * @param lastResort executed instead if the kernel refuses later on
   * @throws UnsupportedOperationException if the kernel, or a sandbox, refuses now
   */
  static ProcessBarrier register(MethodHandle syscall, long number, ProcessBarrier lastResort) {
    Membarrier barrier = new Membarrier(syscall, number, lastResort);
    long commands = barrier.command(QUERY);
    int needed = PRIVATE_EXPEDITED | REGISTER_PRIVATE_EXPEDITED;
    if (commands < 0
        || (commands & needed) != needed
        || barrier.command(REGISTER_PRIVATE_EXPEDITED) != 0
        || barrier.command(PRIVATE_EXPEDITED) != 0) {
      throw new UnsupportedOperationException("the kernel, or a sandbox, refuses membarrier(2)");
    }
    return barrier;
  }

  @Override
  public void execute() {
    // The kernel does not refuse a registered process, unless it is short of memory, or a sandbox
    // was installed later.
    if (command(PRIVATE_EXPEDITED) != 0) {
      lastResort.execute();
    }
  }

  private long command(int command) {
    try {
      return (long) syscall.invokeExact(number, command, 0, 0);
    } catch (RuntimeException | Error thrown) {
      throw thrown;
    } catch (Throwable impossible) {
      throw new AssertionError(impossible);
    }
  }
}
