package org.reactiveserializer.stress.support;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Hooks that record every discarded item and every dropped error. Can be called by any number of
 * threads.
 */
public final class Fates {
  private final AtomicInteger discarded = new AtomicInteger();
  private final AtomicInteger dropped = new AtomicInteger();
  private final AtomicInteger uncaught = new AtomicInteger();
  private final AtomicInteger handedOn = new AtomicInteger();
  private final AtomicInteger strangers = new AtomicInteger();
  private final @Nullable Failure byDiscard;
  private final @Nullable Failure byDrop;

  /** Creates an empty record. */
  public Fates() {
    this(null, null);
  }

  /**
   * Creates a record whose hooks throw.
   *
   * @param byDiscard what the discard hook throws, each time; null for nothing
   * @param byDrop what the dropped-error hook throws, each time, to be caught by {@link #uncaught};
   *     null for nothing
   */
  public Fates(@Nullable Failure byDiscard, @Nullable Failure byDrop) {
    this.byDiscard = byDiscard;
    this.byDrop = byDrop;
  }

  /** Records an item that was discarded. */
  public void discard(Item item) {
    item.discarded();
    discarded.getAndIncrement();
    if (byDiscard != null) {
      throw byDiscard;
    }
  }

  /** Records an error that was dropped. */
  public void drop(Throwable error) {
    dropped.getAndIncrement();
    for (Throwable part : Failure.partsOf(error)) {
      if (part instanceof Failure failure) {
        failure.dropped();
      } else if (!isOverflow(part)) {
        strangers.getAndIncrement();
      }
    }
    if (byDrop != null) {
      throw byDrop;
    }
  }

  /** Returns whether an error is the library's own overflow error. */
  public static boolean isOverflow(Throwable error) {
    return error instanceof IllegalStateException
        && String.valueOf(error.getMessage()).startsWith("overflow: ");
  }

  /**
   * Records what the dropped-error hook threw and which error it was called with. To be used as the
   * handler of threads that may call the hook.
   */
  public void uncaught(Thread thread, Throwable error) {
    if (error == byDrop) {
      uncaught.getAndIncrement();
    } else if (byDrop != null) {
      handedOn.getAndIncrement();
    } else {
      strangers.getAndIncrement();
    }
  }

  /** Returns how often an exception of a hook was not passed on as documented. */
  public int swallowed() {
    int byDiscarding = byDiscard == null ? 0 : discarded.get() - byDiscard.drops();
    int byDropping = byDrop == null ? 0 : dropped.get() - uncaught.get();
    int alone = byDrop == null ? 0 : dropped.get() - handedOn.get();
    return Math.abs(byDiscarding) + Math.abs(byDropping) + Math.abs(alone);
  }

  /** Returns how many times an item was discarded. */
  public int discarded() {
    return discarded.get();
  }

  /**
   * Returns the number of dropped errors that no test emitted or that should have gone elsewhere.
   */
  public int strangers() {
    return strangers.get();
  }
}
