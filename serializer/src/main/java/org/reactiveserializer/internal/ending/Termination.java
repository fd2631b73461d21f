package org.reactiveserializer.internal.ending;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * How the stream ends: any thread requests an end, the owner carries it out.
 *
 * <pre>
 *   OPEN ──► COMPLETED ──► SETTLED           complete, then settle: the owner signals it
 *   OPEN ──► error     ──► SETTLED           fail, then settle: the owner signals it
 *   OPEN ──► SETTLED                         settleOpen: the owner itself ends the stream
 *   OPEN, COMPLETED, error ──► error         failOnViolation: the downstream broke a rule
 *   OPEN, COMPLETED, error ──► CANCELLED     cancel: nothing will be signalled any more
 *   SETTLED ──► CANCELLED                    unsettle: no stack space was left to signal it
 * </pre>
 *
 * <p>Every transition is a {@code compareAndSet}, so one thread wins each. So there is one
 * terminal. And each error is either signalled by the thread that settled it, or returned by the
 * call that prevented its signal: one of the two, never both. The error of a {@link #fail} or
 * {@link #settleOpen} that returns false stays with its caller.
 *
 * <p>Not final, so that a stress test can break a step.
 */
public class Termination {
  private static final @Nullable Object OPEN = null;

  // OPEN, an End, or the error itself.
  @SuppressWarnings("unused") // through the VarHandle
  private volatile @Nullable Object state;

  // False is the usual case: the constructor then writes nothing here, which saves a fence.
  private volatile boolean errorsWait;

  // What was settled. Written by the owner before SETTLED, which publishes it.
  private @Nullable Object settled;

  /** Creates an open termination; use {@link #immediate} or {@link #delayed}. */
  protected Termination(boolean errorsOvertake) {
    if (!errorsOvertake) {
      errorsWait = true;
    }
  }

  /** Creates a termination whose error overtakes the accepted items: these are discarded. */
  public static Termination immediate() {
    return new Termination(true);
  }

  /** Creates a termination whose error follows the accepted items, as a completion does. */
  public static Termination delayed() {
    return new Termination(false);
  }

  /** OPEN → COMPLETED. Returns false if it was not OPEN. */
  public boolean complete() {
    return change(OPEN, End.COMPLETED);
  }

  /** OPEN → error. Returns false if it was not OPEN: then the caller must drop the error. */
  public boolean fail(Throwable error) {
    return change(OPEN, error);
  }

  /**
   * OPEN, COMPLETED or error → another error, because the downstream broke a rule. It overtakes the
   * accepted items, also if this termination is {@linkplain #delayed delayed}: the downstream may
   * never request them. Returns the error that will not be signalled now, if any. Does nothing
   * after SETTLED or CANCELLED.
   */
  public @Nullable Throwable failOnViolation(Throwable error) {
    for (; ; ) {
      Object last = state;
      if (last == End.SETTLED || last == End.CANCELLED) {
        return null;
      }
      if (change(last, error)) {
        errorsWait = false;
        return last instanceof Throwable before ? before : null;
      }
    }
  }

  /**
   * OPEN, COMPLETED or error → CANCELLED. Returns the error that will not be signalled now, if any.
   */
  public @Nullable Throwable cancel() {
    for (; ; ) {
      Object last = state;
      if (last == End.SETTLED || last == End.CANCELLED) {
        return null;
      }
      if (change(last, End.CANCELLED)) {
        return last instanceof Throwable error ? error : null;
      }
    }
  }

  /**
   * OPEN → SETTLED, by the owner, which signals {@code end}: COMPLETED or an error. Returns false if
   * it was not OPEN: then the caller must drop the error.
   */
  public boolean settleOpen(Object end) {
    settled = end;
    return change(OPEN, End.SETTLED);
  }

  /**
   * COMPLETED or error → SETTLED, by the owner. Returns false if {@code end} is CANCELLED, or was
   * replaced.
   */
  public boolean settle(Object end) {
    settled = end;
    return end != End.CANCELLED && change(end, End.SETTLED);
  }

  /**
   * SETTLED → CANCELLED, by an owner that could not signal. Returns the error not signalled, if
   * any.
   */
  public @Nullable Throwable unsettle() {
    Object last = settled;
    return change(End.SETTLED, End.CANCELLED) && last instanceof Throwable error ? error : null;
  }

  /** Returns the requested end: an {@link End} or an error; null if there is none. */
  public final @Nullable Object end() {
    return state;
  }

  /**
   * Returns the error by which the stream has ended or will end; null if there is none. By any
   * thread.
   */
  public final @Nullable Throwable error() {
    return last() instanceof Throwable error ? error : null;
  }

  /** Returns whether the stream is completed or will be. By any thread. */
  public final boolean isCompleted() {
    return last() == End.COMPLETED;
  }

  private @Nullable Object last() {
    Object end = state;
    return end == End.SETTLED ? settled : end;
  }

  /** Returns whether accepted items must be discarded now instead of delivered. */
  public final boolean stopsItems() {
    Object end = state;
    return end != OPEN && (end == End.CANCELLED || (!errorsWait && end instanceof Throwable));
  }

  /** Makes one transition. */
  protected boolean change(@Nullable Object from, @Nullable Object to) {
    return STATE.compareAndSet(this, from, to);
  }

  /** The ends of a stream other than an error. */
  public enum End {
    /** Completion was requested. */
    COMPLETED,
    /** The owner has taken the terminal to signal it. */
    SETTLED,
    /** The downstream cancelled or threw. */
    CANCELLED
  }

  private static final VarHandle STATE =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "state", VarHandle.class, Termination.class, Object.class);
}
