package org.reactiveserializer.calls.internal;

import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.settings.Abandoned;
import org.reactiveserializer.internal.settings.Threads;

/**
 * Closes the session of a front: once, and once more if that may hang. The first reason decides.
 *
 * @param <R> the type of the reasons
 */
public final class Closing<R> {
  private final AtomicReference<@Nullable R> reason = new AtomicReference<>();
  private final AtomicBoolean isClosed = new AtomicBoolean();
  private volatile boolean hasClosed;
  private final Consumer<? super R> close;
  private final R tooSlow;

  /**
   * Creates this.
   *
   * @param close closes the session; it throws nothing
   * @param tooSlow the reason if a send takes too long
   */
  public Closing(Consumer<? super R> close, R tooSlow) {
    this.close = close;
    this.tooSlow = tooSlow;
  }

  /** Sets the reason. Returns false if there is one. */
  public boolean begin(R why) {
    return reason.compareAndSet(null, Objects.requireNonNull(why, "reason is null"));
  }

  /**
   * A send takes too long. Closes also if that was begun, and hangs as well. By a thread of its own.
   *
   * @param release ends what is being sent, which then closes nothing
   */
  public void hangs(Runnable release) {
    reason.set(tooSlow);
    isClosed.set(true);
    release.run();
    if (!hasClosed) {
      close(tooSlow);
    }
  }

  private void close(R why) {
    close.accept(why);
    hasClosed = true;
  }

  /** Nothing is being sent, and nothing will follow; null, or abandoned: since that was asked for. */
  public void ended(@Nullable Throwable thrown, R normally, R failed) {
    if (thrown instanceof Abandoned) {
      atOnce(normally);
    } else if (thrown != null) {
      atOnce(thrown instanceof TimeoutException ? tooSlow : failed);
    } else if (isFirst(normally)) {
      close(Objects.requireNonNull(reason.get()));
    }
  }

  /** Closes the session on a thread of its own: the server may let it wait for a send that hangs. */
  public void atOnce(R ifNoneIsSet) {
    if (isFirst(ifNoneIsSet)) {
      R decided = Objects.requireNonNull(reason.get());
      Threads.thread(() -> close(decided), "reactive-serializer-close").start();
    }
  }

  private boolean isFirst(R ifNoneIsSet) {
    reason.compareAndSet(null, ifNoneIsSet);
    return isClosed.compareAndSet(false, true);
  }
}
