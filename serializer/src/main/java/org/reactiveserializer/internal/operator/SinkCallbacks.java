package org.reactiveserializer.internal.operator;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.ending.Termination;
import org.reactiveserializer.internal.ending.Termination.End;
import org.reactiveserializer.internal.right.EmissionRight;
import org.reactiveserializer.internal.waiting.Demand;

/**
 * The callbacks of a sink. What a callback throws is dropped: it must not reach the downstream or a
 * producer (§3.15, §3.16). No callback is kept after the terminal or a cancellation.
 */
public final class SinkCallbacks {
  private final Hooks<?> hooks;
  private final Termination termination;
  private final Demand demand;
  private final EmissionRight right;
  private final OnceCallback terminated = new OnceCallback();
  private final OnceCallback cancelled = new OnceCallback();
  private volatile @Nullable LongConsumer onRequest;
  private @Nullable Runnable release;

  // How much of the sum of all requests the callback was told.
  @SuppressWarnings("unused") // through the VarHandle
  private volatile long told;

  SinkCallbacks(Hooks<?> hooks, Termination termination, Demand demand, EmissionRight right) {
    this.hooks = hooks;
    this.termination = termination;
    this.demand = demand;
    this.right = right;
  }

  /**
   * Sets the callback for the end of the stream: the terminal as the downstream sees it, or the
   * cancellation. By any thread.
   */
  public void onTermination(Runnable callback) {
    terminated.call(callback);
  }

  /** Sets the callback for a downstream that cancels or throws. By any thread. */
  public void onCancel(Runnable callback) {
    cancelled.call(callback);
  }

  /**
   * Sets the callback for the demand that there is, and for each request from now on. Called by the
   * thread that requests, and by this method. By any thread.
   */
  public void onRequest(LongConsumer callback) {
    told = right.deliveredOpaque(); // before the callback: what is still owed, and told to none
    onRequest = callback;
    if (termination.end() != null) {
      onRequest = null; // written before the end is read, so this thread or the owner clears it
    }
    requested();
  }

  /**
   * Sets what the owner runs, once or twice, when the downstream is done. Before the sink is
   * shared.
   */
  public void whenDone(Runnable next) {
    release = next;
  }

  /** The downstream may have requested items. By any thread. */
  void requested() {
    LongConsumer callback = onRequest;
    if (callback != null && termination.end() == null) {
      long untold = tell();
      if (untold > 0) {
        try {
          callback.accept(untold);
        } catch (Throwable thrown) {
          hooks.drop(thrown);
        }
      }
    }
  }

  /** Returns the demand that no callback was told. Each part of it is returned once. */
  private long tell() {
    for (; ; ) {
      long before = told;
      long total = demand.total();
      if (total <= before) {
        return 0;
      }
      if (TOLD.compareAndSet(this, before, total)) {
        return total == Long.MAX_VALUE ? total : total - before;
      }
    }
  }

  /**
   * The downstream may have cancelled. By any thread, also before the downstream is done with what
   * it does besides: a source that it subscribes to again from within must find that the last
   * subscription has ended.
   */
  void cancelled() {
    if (termination.end() == End.CANCELLED) {
      onRequest = null;
      happen(terminated);
      happen(cancelled);
    }
  }

  /**
   * The downstream gets no more signals: it got its terminal, cancelled, or threw. By the owner.
   */
  void downstreamIsDone() {
    onRequest = null;
    Runnable last = release;
    if (last != null) {
      last.run();
    }
    happen(terminated);
    cancelled();
    if (termination.end() == End.SETTLED) { // also if it threw at the terminal: it got that
      cancelled.ruleOut();
    }
  }

  private void happen(OnceCallback callback) {
    try {
      callback.happen();
    } catch (Throwable thrown) {
      hooks.drop(thrown);
    }
  }

  private static final VarHandle TOLD =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "told", VarHandle.class, SinkCallbacks.class, long.class);
}
