package org.reactiveserializer.internal.barrier;

import java.lang.invoke.VarHandle;

/**
 * A memory fence that one thread executes on behalf of all threads of the process: when
 * {@link #execute} returns, every other thread has passed a full fence at some point of its program
 * since the call.
 *
 * <p>Suppose two threads each write a variable and then read the other's (Dekker's protocol). If
 * one of them executes this barrier between the two, the other needs only {@link #compilerOnly}.
 * Take the point in the other's program where it was fenced. If its write was before that point,
 * the thread that executed the barrier sees the write. If not, its read is after that point too,
 * and sees what that thread wrote. (Dice, Huang and Yang 2001, "Asymmetric Dekker
 * Synchronization".)
 */
public interface ProcessBarrier {

  /**
   * Fences all threads. Takes between a fraction of a microsecond and milliseconds. Throws only if
   * it is out of stack space or memory.
   */
  void execute();

  /**
   * Prevents the compiler, but not the processor, from moving memory accesses across this point.
   *
   * <p>{@code acquireFence} is specified to order only earlier loads, and is no instruction at all
   * on x86. But HotSpot's compilers move no access across any fence, in either direction. See "What
   * this rests on" in {@code docs/internals/algorithm.md}.
   */
  static void compilerOnly() {
    VarHandle.acquireFence();
  }
}
