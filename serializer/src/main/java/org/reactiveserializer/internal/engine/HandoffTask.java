package org.reactiveserializer.internal.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Executor;

/**
 * A task by which an owner transfers ownership to a thread of an executor. By the executor's contract,
 * what the owner did before {@code execute} happens-before what the task does.
 *
 * <p><b>Invariant.</b> Afterwards one of the two is the owner, whatever the executor does: the one whose
 * {@link #claim} succeeds. If the executor throws, the giver claims. If the executor runs the task within
 * the giver's call of {@code execute}, the task does nothing and the giver goes on, so that its stack
 * does not grow.
 */
final class HandoffTask implements Runnable {
  private final Emitter<?> emitter;
  private final long giver = ThreadNumber.ofThisThread(); // keeps no thread alive

  // Read and written only by the giver's thread, so plain.
  private boolean returned;
  private boolean ranHere;

  @SuppressWarnings("unused") // through the VarHandle
  private volatile boolean claimed;

  private HandoffTask(Emitter<?> emitter) {
    this.emitter = emitter;
  }

  /** Transfers ownership to a task. Returns false if the calling thread is still the owner. */
  static boolean transfer(Emitter<?> emitter) {
    StackCheck.ensure(); // behind this, nobody could tell who is the owner
    emitter.setOwner(DrainState.NOBODY);
    emitter.isOwnerQuick = emitter.limit.tasksOnly(); // nobody waits for a task that has not begun
    if (DrainState.BIASED) {
      Bias.withdraw(emitter);
    }
    try {
      return new HandoffTask(emitter).start(emitter.limit.executor());
    } catch (Throwable rejected) {
      emitter.hooks.drop(rejected);
      return false;
    }
  }

  /** Returns whether another thread is the owner now, or will be. Throws what the executor throws. */
  private boolean start(Executor executor) {
    try {
      executor.execute(this);
    } catch (Throwable thrown) {
      if (claim()) {
        throw thrown;
      }
      return true; // the executor runs the task although it threw
    }
    returned = true;
    return !(ranHere && claim()); // it may have run the task here and on another thread as well
  }

  @Override
  public void run() {
    boolean owns = false;
    try {
      if (giver == ThreadNumber.ofThisThread() && !returned) {
        ranHere = true;
      } else if (claim()) {
        owns = true;
        emitter.drain();
      }
    } catch (Throwable thrown) {
      if (owns || !claimed) { // not claimed: there was no stack even for that
        claimed = true;
        emitter.failure = thrown;
        emitter.finishFailure();
      }
      throw thrown;
    }
    emitter.hasLeft();
  }

  private boolean claim() {
    return CLAIMED.compareAndSet(this, false, true);
  }

  private static final VarHandle CLAIMED =
      Fields.handle(MethodHandles.lookup(), "claimed", boolean.class);
}
