package org.reactiveserializer.stress.support;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.emission.Hooks;

/** The hooks: notes every item discarded and every error dropped, from any number of threads. */
public final class Fates {
  private final AtomicInteger discarded = new AtomicInteger();
  private final AtomicInteger strangers = new AtomicInteger();
  private final @Nullable Failure thrown;

  /** Creates a record of nothing. */
  public Fates() {
    this.thrown = null;
  }

  /** Creates one whose discard hook throws, each time. */
  public Fates(Failure thrown) {
    this.thrown = thrown;
  }

  /** Notes an item that was discarded. */
  public void discard(Item item) {
    item.discarded();
    discarded.getAndIncrement();
    if (thrown != null) {
      throw thrown;
    }
  }

  /** Notes an error that was dropped. */
  public void drop(Throwable error) {
    if (error instanceof Failure failure) {
      failure.dropped();
    } else {
      strangers.getAndIncrement();
    }
  }

  /** Returns how many times an item was discarded. */
  public int discarded() {
    return discarded.get();
  }

  /** Returns how many errors were dropped that no test had pushed. */
  public int strangers() {
    return strangers.get();
  }

  Hooks<Item> hooks() {
    return new Hooks<>(this::discard, this::drop);
  }
}
