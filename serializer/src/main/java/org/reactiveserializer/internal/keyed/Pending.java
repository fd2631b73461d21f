package org.reactiveserializer.internal.keyed;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A handler's stage that a key waits for: the holder of its cell meanwhile.
 *
 * <pre>
 *   OPEN ── the stage is complete before the server leaves ──► DONE: the server goes on
 *     └──── the server leaves ────► LEFT ── the stage is complete, or the end comes ──► DONE
 * </pre>
 *
 * <p>Each transition is a {@code compareAndSet}. So exactly one of the server, the thread that completes
 * the stage and the thread that abandons the sink owns the cell after that.
 */
final class Pending<K, T> implements BiConsumer<@Nullable Object, @Nullable Throwable> {
  private static final int OPEN = 0;
  private static final int LEFT = 1;
  private static final int DONE = 2;

  private final KeyServer<K, T> server;
  private final KeyCell<K, T> cell;
  private final T item;

  // Plain: written before DONE.
  private @Nullable Throwable error;

  @SuppressWarnings("unused") // through the VarHandle
  private volatile int phase = OPEN;

  Pending(KeyServer<K, T> server, KeyCell<K, T> cell, T item) {
    this.server = server;
    this.cell = cell;
    this.item = item;
  }

  KeyCell<K, T> cell() {
    return cell;
  }

  T item() {
    return item;
  }

  @Override
  public void accept(@Nullable Object ignored, @Nullable Throwable thrown) {
    error = thrown;
    if (!finish() && take()) {
      server.resume(this);
    }
  }

  /** Returns false if the server has left, or the stage is complete. By the server or the stage. */
  boolean finish() {
    return PHASE.compareAndSet(this, OPEN, DONE);
  }

  /** Returns whether the calling server may leave the cell; otherwise the stage is complete. */
  boolean leave() {
    return PHASE.compareAndSet(this, OPEN, LEFT);
  }

  /** Returns whether the calling thread owns the cell from now on. */
  boolean take() {
    return PHASE.compareAndSet(this, LEFT, DONE);
  }

  /** Returns how the stage has failed. By the owner. */
  @Nullable Throwable error() {
    return error;
  }

  private static final VarHandle PHASE =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "phase", VarHandle.class, Pending.class, int.class);
}
