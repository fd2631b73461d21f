package org.reactiveserializer.internal.barrier;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The virtual machine's own barrier: closing a shared {@code Arena} returns when every thread has
 * shaken hands with the virtual machine since the call, at a safepoint poll of its code or while it
 * was outside Java code. "What this rests on" in {@code docs/algorithm.md} says why that orders
 * what the bias needs.
 *
 * <p>It takes some 30 µs, and a microsecond more for each two threads. But a thread that is ready
 * to run must run until its next poll: with more such threads than processors it takes
 * milliseconds. So this barrier counts what it costs, and promises are rationed: see
 * {@link #affordsRevocation}.
 */
final class Handshake implements ProcessBarrier {
  /** What promises may cost: this part of the time, which is 0.4 percent. */
  static final long PART = 256;

  /** In nanoseconds: the cost that is assumed if nothing dearer was measured for long. */
  static final long LEAST_COST = 32_000;

  /**
   * In nanoseconds: so much time without promises is saved up. A program that starts has 30 promises
   * at once, early enough for the compiler to see that its streams are biased.
   */
  static final long CREDIT = 256_000_000;

  private final MethodHandle opening;
  private final LongSupplier clock;

  /**
   * What the next revocation is expected to cost, in nanoseconds. Threads may overwrite what others
   * measured at the same time: each value is one that was measured.
   */
  private volatile long cost = LEAST_COST;

  /** The time of the clock from which on there may be a promise. */
  private volatile long nextPromise;

  /**
   * Creates a barrier.
   *
   * @param opening opens an arena: {@code ()AutoCloseable}
   * @param clock in nanoseconds, as {@link System#nanoTime}
   */
  Handshake(MethodHandle opening, LongSupplier clock) {
    this.opening = opening;
    this.clock = clock;
    this.nextPromise = clock.getAsLong() - CREDIT;
  }

  @Override
  public void execute() {
    close(open());
  }

  /** With the arena that its execution closes. */
  @Override
  public ProcessBarrier prepared() {
    return new Prepared(this, open());
  }

  /**
   * Each promise, and each revocation, takes {@value #PART} times as long as a revocation from the time
   * in which there may be promises. So neither many streams nor slow revocations can cost more.
   */
  @Override
  public boolean affordsRevocation() {
    long now = clock.getAsLong();
    long next = nextPromise;
    long price = cost;
    if (now - next < 0 || !NEXT_PROMISE.compareAndSet(this, next, after(next, now, price))) {
      return false;
    }
    // What was measured long ago counts less. Otherwise one slow moment would end the biased mode.
    cost = Math.max(LEAST_COST, price - price / 8);
    return true;
  }

  private static long after(long next, long now, long price) {
    return now - Math.min(now - next, CREDIT) + PART * price;
  }

  private void close(AutoCloseable arena) {
    long start = clock.getAsLong();
    try {
      arena.close(); // nobody else has it, and nobody has memory in it: it cannot refuse
    } catch (RuntimeException | Error thrown) {
      throw thrown;
    } catch (Exception impossible) {
      throw new AssertionError(impossible);
    }
    long now = clock.getAsLong();
    long took = now - start;
    cost = Math.max(LEAST_COST, (cost + took) / 2);
    nextPromise = after(nextPromise, now, took);
  }

  private AutoCloseable open() {
    try {
      return (AutoCloseable) opening.invokeExact();
    } catch (RuntimeException | Error thrown) {
      throw thrown;
    } catch (Throwable impossible) {
      throw new AssertionError(impossible);
    }
  }

  /** The arena is opened when the promise is made, so that a revoker needs no heap. */
  private static final class Prepared implements ProcessBarrier {
    private final Handshake handshake;

    @SuppressWarnings("unused") // through the VarHandle
    private volatile @Nullable AutoCloseable arena;

    Prepared(Handshake handshake, AutoCloseable arena) {
      this.handshake = handshake;
      this.arena = arena;
    }

    /** A second execution, after one that has thrown, opens an arena of its own. */
    @Override
    public void execute() {
      AutoCloseable unused = (AutoCloseable) ARENA.getAndSet(this, (AutoCloseable) null);
      handshake.close(unused == null ? handshake.open() : unused);
    }

    private static final VarHandle ARENA =
        ConstantBootstraps.fieldVarHandle(
            MethodHandles.lookup(), "arena", VarHandle.class, Prepared.class, AutoCloseable.class);
  }

  private static final VarHandle NEXT_PROMISE =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "nextPromise", VarHandle.class, Handshake.class, long.class);
}
