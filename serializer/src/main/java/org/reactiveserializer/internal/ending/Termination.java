package org.reactiveserializer.internal.ending;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * How the stream is to end: set by any thread, carried out by the owner of the emission.
 *
 * <pre>
 *   OPEN ──► COMPLETED ──► SETTLED     complete      then settle: the owner signals it
 *   OPEN ──► error     ──► SETTLED     fail          likewise
 *   OPEN, COMPLETED, error ──► error         violate: the downstream broke a rule
 *   OPEN, COMPLETED, error ──► CANCELLED     cancel: nothing will be signalled any more
 *   SETTLED ──► CANCELLED                    revoke: for want of stack it was not signalled
 * </pre>
 *
 * <p>Every transition is a {@code compareAndSet}, so each has one winner: one terminal, and an
 * error is either signalled by the thread that settled it or returned by the {@code cancel} or the
 * {@code fail} that could not have it signalled; never both, never neither.
 *
 * <p>Not final so that a stress test can break a step.
 */
public class Termination {
  private static final @Nullable Object OPEN = null;

  // OPEN, an End, or the error itself.
  @SuppressWarnings("unused") // through the VarHandle
  private volatile @Nullable Object state;

  // So, and not the other way round, for nothing is written for the kind that there is most of: a fence less.
  private volatile boolean errorsWait;

  // What was settled. Of the owner, published by SETTLED.
  private @Nullable Object settled;

  /** Creates an open one; use {@link #immediate} or {@link #delayed}. */
  protected Termination(boolean errorsOvertake) {
    if (!errorsOvertake) {
      errorsWait = true;
    }
  }

  /** Creates one whose error stops the items that were accepted before it. */
  public static Termination immediate() {
    return new Termination(true);
  }

  /** Creates one whose error waits, like a completion, for the items accepted before it. */
  public static Termination delayed() {
    return new Termination(false);
  }

  /** OPEN → COMPLETED. False if something else came first. */
  public boolean complete() {
    return change(OPEN, End.COMPLETED);
  }

  /** OPEN → error. False if something else came first: the error is still the caller's. */
  public boolean fail(Throwable error) {
    return change(OPEN, error);
  }

  /**
   * OPEN, COMPLETED or error → another error, which overtakes what waits whatever was agreed: the
   * downstream broke a rule, and may never ask for what is before it. Returns the error that now nobody will
   * signal, if any. Nothing happens after SETTLED or CANCELLED.
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

  /** Anything but SETTLED → CANCELLED. Returns the error that now nobody will signal, if any. */
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

  /** COMPLETED or error → SETTLED, by the owner. False if {@code end} is or became CANCELLED. */
  public boolean settle(Object end) {
    settled = end;
    return end != End.CANCELLED && change(end, End.SETTLED);
  }

  /** SETTLED → CANCELLED, by the owner, if it could not signal. Returns the error that now nobody will signal. */
  public @Nullable Throwable unsettle() {
    Object last = settled;
    return change(End.SETTLED, End.CANCELLED) && last instanceof Throwable error ? error : null;
  }

  /** Returns the end that was asked for, or null while there is none. */
  public final @Nullable Object end() {
    return state;
  }

  /** Returns the error by which the stream has ended, or is to; null: none. By any thread. */
  public final @Nullable Throwable error() {
    return last() instanceof Throwable error ? error : null;
  }

  /** Tells whether the stream is completed, or is to be. By any thread. */
  public final boolean isCompleted() {
    return last() == End.COMPLETED;
  }

  private @Nullable Object last() {
    Object end = state;
    return end == End.SETTLED ? settled : end;
  }

  /** Tells whether items that were accepted are now to be discarded instead of delivered. */
  public final boolean stopsItems() {
    Object end = state;
    return end != OPEN && (end == End.CANCELLED || (!errorsWait && end instanceof Throwable));
  }

  /** One transition. */
  protected boolean change(@Nullable Object from, @Nullable Object to) {
    return STATE.compareAndSet(this, from, to);
  }

  /** What, besides an error, a stream can come to. */
  public enum End {
    /** Completion was asked for. */
    COMPLETED,
    /** The terminal was taken by the owner, to be signalled. */
    SETTLED,
    /** Cancelled, by the downstream or because it threw. */
    CANCELLED
  }

  private static final VarHandle STATE =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "state", VarHandle.class, Termination.class, Object.class);
}
