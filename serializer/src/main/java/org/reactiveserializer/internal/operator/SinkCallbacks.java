package org.reactiveserializer.internal.operator;

import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.ending.Termination;
import org.reactiveserializer.internal.ending.Termination.End;

/**
 * The callbacks of a sink. What a callback throws is dropped: it must not reach the downstream or a
 * producer (§3.15, §3.16). No callback is kept after the terminal or a cancellation.
 */
public final class SinkCallbacks {
  private final Hooks<?> hooks;
  private final Termination termination;
  private final OnceCallback terminated = new OnceCallback();
  private final OnceCallback cancelled = new OnceCallback();
  private volatile @Nullable LongConsumer onRequest;
  private @Nullable Runnable release;

  SinkCallbacks(Hooks<?> hooks, Termination termination) {
    this.hooks = hooks;
    this.termination = termination;
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
   * Sets the callback for each request from now on. Called by the thread that requests. By any
   * thread.
   */
  public void onRequest(LongConsumer callback) {
    onRequest = callback;
    if (termination.end() != null) {
      onRequest = null; // written before the end is read, so this thread or the owner clears it
    }
  }

  /**
   * Sets what the owner runs, once or twice, when the downstream is done. Before the sink is
   * shared.
   */
  public void whenDone(Runnable next) {
    release = next;
  }

  /** The downstream requested {@code n}. By the thread that requests. */
  void requested(long n) {
    LongConsumer callback = onRequest;
    if (callback != null && termination.end() == null) {
      try {
        callback.accept(n);
      } catch (Throwable thrown) {
        hooks.drop(thrown);
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
}
