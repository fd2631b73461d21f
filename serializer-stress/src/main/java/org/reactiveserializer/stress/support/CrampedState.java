package org.reactiveserializer.stress.support;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.internal.drain.Work;

/**
 * A drain state that an owner whose downstream threw cannot close, as if it were out of stack space: that
 * owner must leave, and another thread must end the stream.
 */
public final class CrampedState extends DrainState {
  private static final int ROOMY = 0;
  private static final int CRAMPED = 1;
  private static final int FAILED = 2;

  private final AtomicInteger state = new AtomicInteger(ROOMY);
  private final AtomicInteger closes = new AtomicInteger();

  /** Creates an idle state. */
  public CrampedState() {}

  /** Makes the next attempt to close fail. Called by a downstream that is about to throw. */
  public void cramp() {
    state.set(CRAMPED);
  }

  @Override
  public @Nullable Work closeWord() {
    if (state.compareAndSet(CRAMPED, FAILED)) {
      throw new NoRoom();
    }
    closes.getAndIncrement();
    return super.closeWord();
  }

  /** Returns whether an owner failed to close it. */
  public boolean wasLeftUnclosed() {
    return state.get() == FAILED;
  }

  /** Returns how often it was closed. */
  public int closes() {
    return closes.get();
  }

  /** Stands for a {@link StackOverflowError}. */
  @SuppressWarnings("serial") // never serialized
  private static final class NoRoom extends VirtualMachineError {
    @Override
    public Throwable fillInStackTrace() {
      return this;
    }
  }
}
