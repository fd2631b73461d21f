package org.reactiveserializer.internal.right;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.barrier.Barriers;

/**
 * Notes that a thread leaves to the next one when it is out of stack space or memory and so cannot
 * do what it must. Each is written by a bare store in the method that failed: a store needs neither
 * stack nor heap, and a call of another method would need stack.
 */
public abstract class FailureNotes extends BiasedRight {
  /**
   * Why an owner left without being able to {@link #abort}. The next thread that hands over or
   * signals takes this out and ends the emission.
   */
  protected volatile @Nullable Throwable pendingAbort;

  /**
   * Whether a thread that enters must make a pass before anything else. Set, and never cleared,
   * before an end is published that somebody requested; and by a bare store where a thread failed
   * after it published a fact (an end, demand, an item of a bounded queue) and before its {@link
   * EmissionLoop#signal}. So every thread that enters acts on everything that was published,
   * although no thread signalled it. Without the flag a thread could learn of the fact by an
   * answer, and then deliver an item as if there were no such fact.
   */
  public volatile boolean mustPassFirst;

  /**
   * Why the step that must follow the beginning or the end of a source could not be done. An
   * operator that did not know of this would wait for that step for ever.
   */
  public volatile @Nullable Throwable failedStep;

  /** Creates a right that nobody has, biased if this process has a barrier. */
  FailureNotes() {
    super(Barriers.OF_THIS_PROCESS);
  }

  @Override
  public final boolean isBiased() {
    return Barriers.OF_THIS_PROCESS != null;
  }

  /**
   * Ends the emission because {@code cause} was thrown: closes the right, cancels the upstream and
   * discards what waits. Called by the owner, perhaps twice, or by another thread in place of an
   * owner that left a {@link #pendingAbort}. Throws only if it is out of stack space or memory.
   */
  protected abstract void abort(Throwable cause);

  /**
   * Does the {@link #abort} that an owner could not do. By a thread that has handed over or
   * signalled.
   */
  protected final void abortIfPending() {
    if (pendingAbort != null) {
      Throwable cause = (Throwable) PENDING_ABORT.getAndSet(this, (Throwable) null);
      if (cause != null) {
        try {
          abort(cause);
        } catch (Throwable again) {
          pendingAbort = cause; // for the next thread; what this one handed over is in the list
        }
      }
    }
  }

  private static final VarHandle PENDING_ABORT =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(),
          "pendingAbort",
          VarHandle.class,
          FailureNotes.class,
          Throwable.class);
}
