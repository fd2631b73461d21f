package org.reactiveserializer.internal.right;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.barrier.Barriers;

/**
 * What an owner leaves to those who come next, if it has neither stack nor heap to do its duty: notes, each written by a
 * bare store. And the one that says that something may be published which nobody has signalled.
 */
public abstract class FailureNotes extends BiasedRight {
  /**
   * Why the owner left without being able to {@link #abort}: its stack or the heap was at its end.
   * Written by a bare store, which needs neither, in the method that got the right, since to call
   * another one needs stack. Who next brings something takes it out and ends the emission.
   */
  protected volatile @Nullable Throwable pendingAbort;

  /**
   * Set for good before an end is published, and by a bare store where the stack ended between a fact and
   * its {@link EmissionLoop#signal}. From then on every thread that enters makes a pass before anything else, and so
   * acts on whatever was published, though nobody has signalled it. Without it a fact could be seen, by its
   * answer, and an item of the thread that saw it go straight past.
   */
  public volatile boolean mustPassFirst;

  /**
   * Why what a source's end, or its beginning, is followed by could not be done, for want of stack or heap:
   * the operator would wait for it for ever. Written by a bare store, which needs neither.
   */
  public volatile @Nullable Throwable failedStep;

  /** Creates the right of an operator that nobody emits for yet: of the kind that suits this process. */
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
   * owner that {@linkplain #pendingAbort pendingAbort}. Throws only for want of stack or heap.
   */
  protected abstract void abort(Throwable cause);

  /** Does the {@link #abort} that the owner could not do. After anything was handed over. */
  protected final void abortIfPending() {
    if (pendingAbort != null) {
      Throwable cause = (Throwable) PENDING_ABORT.getAndSet(this, (Throwable) null);
      if (cause != null) {
        try {
          abort(cause);
        } catch (Throwable again) {
          pendingAbort = cause; // for the next one; what this caller brought is in the list
        }
      }
    }
  }

  private static final VarHandle PENDING_ABORT =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "pendingAbort", VarHandle.class, FailureNotes.class, Throwable.class);
}
