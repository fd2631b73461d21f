package org.reactiveserializer.internal.barrier;

import java.lang.invoke.VarHandle;

/**
 * A memory fence that one thread executes on behalf of all: when {@link #execute} returns, every
 * other thread of the process has gone through a full fence at some point of its program since the
 * call.
 *
 * <p>So of two threads that each write one variable and then read the other's (Dekker's way to
 * find out who is first), one needs nothing but {@link #compilerOnly} between the two if the other
 * executes the barrier: at the point where the first was fenced, its write had been made, and then
 * the other sees it; or it had not, and then the first's read comes later and sees the other's write.
 * (Dice, Huang and Yang 2001, "Asymmetric Dekker Synchronization".)
 */
public interface ProcessBarrier {

  /**
   * Fences all threads. From a fraction of a microsecond to milliseconds. Throws only for want of
   * stack or heap.
   */
  void execute();

  /**
   * Keeps the compiler, and it alone, from moving memory accesses across this point.
   *
   * <p>Documented as a fence of loads only, and on x86 no instruction at all; but the compilers of
   * HotSpot move no access whatever, in either direction, across any of the fences. See "What this
   * rests on" in {@code docs/algorithm.md}.
   */
  static void compilerOnly() {
    VarHandle.acquireFence();
  }
}
