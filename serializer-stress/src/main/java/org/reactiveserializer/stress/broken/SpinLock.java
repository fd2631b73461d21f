package org.reactiveserializer.stress.broken;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.internal.drain.Handover;
import org.reactiveserializer.internal.drain.Work;

/**
 * A lock instead of a hand-over: serial and in order, but a thread waits while another one
 * delivers. It stands for the designs that the library rejects.
 */
public class SpinLock extends DrainState {
  private final AtomicInteger locked = new AtomicInteger();

  // Guarded by the lock.
  private @Nullable Work own;
  private boolean closed;

  /** Creates a lock that no thread holds. */
  public SpinLock() {}

  /** Acquires the lock if it is free. */
  protected boolean tryLock() {
    return locked.get() == 0 && locked.compareAndSet(0, 1);
  }

  /** Releases it. */
  protected void unlock() {
    locked.set(0);
  }

  @Override
  public final @Nullable Object enter() {
    if (!tryLock()) {
      return null;
    }
    if (closed) {
      unlock();
      return null;
    }
    return this;
  }

  @Override
  public final boolean tryExit() {
    if (!closed) {
      unlock();
    }
    return true;
  }

  @Override
  public Handover push(Work work) {
    while (!tryEnter()) {
      if (isClosed()) {
        return Handover.REFUSED;
      }
      Thread.onSpinWait();
    }
    own = work;
    return Handover.ENTERED;
  }

  @Override
  public final boolean signalOwner() {
    while (!tryEnter()) {
      if (isClosed()) {
        return false;
      }
      Thread.onSpinWait();
    }
    return true;
  }

  @Override
  public final @Nullable Work take() {
    Work taken = own;
    own = null;
    return taken;
  }

  @Override
  public final @Nullable Work closeWord() {
    closed = true;
    super.closeWord();
    unlock();
    return take();
  }

  @Override
  public final boolean tryCloseWord() {
    closeWord(); // no work is ever handed over to another thread
    return true;
  }
}
