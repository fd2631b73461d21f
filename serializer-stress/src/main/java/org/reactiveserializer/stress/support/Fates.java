package org.reactiveserializer.stress.support;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.ending.Hooks;

/** The hooks: notes every item discarded and every error dropped, from any number of threads. */
public final class Fates {
  private final AtomicInteger discarded = new AtomicInteger();
  private final AtomicInteger dropped = new AtomicInteger();
  private final AtomicInteger uncaught = new AtomicInteger();
  private final AtomicInteger handedOn = new AtomicInteger();
  private final AtomicInteger strangers = new AtomicInteger();
  private final @Nullable Failure byDiscard;
  private final @Nullable Failure byDrop;

  /** Creates a record of nothing. */
  public Fates() {
    this(null, null);
  }

  /**
   * Creates one whose hooks throw.
   *
   * @param byDiscard what the discard hook throws, each time; null: nothing
   * @param byDrop what the dropped-error hook throws, each time, to be caught by {@link #uncaught}
   */
  public Fates(@Nullable Failure byDiscard, @Nullable Failure byDrop) {
    this.byDiscard = byDiscard;
    this.byDrop = byDrop;
  }

  /** Notes an item that was discarded. */
  public void discard(Item item) {
    item.discarded();
    discarded.getAndIncrement();
    if (byDiscard != null) {
      throw byDiscard;
    }
  }

  /** Notes an error that was dropped. */
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

  /** Tells whether an error is the library's own, about a bound. */
  public static boolean isOverflow(Throwable error) {
    return error instanceof IllegalStateException
        && String.valueOf(error.getMessage()).startsWith("overflow: ");
  }

  /** Notes what the dropped-error hook threw, and what it was given: the handler of threads that may call it. */
  public void uncaught(Thread thread, Throwable error) {
    if (error == byDrop) {
      uncaught.getAndIncrement();
    } else if (byDrop != null) {
      handedOn.getAndIncrement();
    } else {
      strangers.getAndIncrement();
    }
  }

  /** Returns how often a hook threw something that did not go where it belongs. */
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

  /** Returns how many errors came that no test had pushed, or that belonged elsewhere. */
  public int strangers() {
    return strangers.get();
  }

  public Hooks<Item> hooks() {
    return new Hooks<>(this::discard, this::drop);
  }
}
