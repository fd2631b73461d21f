package org.reactiveserializer.benchmarks.alternatives;

/**
 * Ownership separate from the list: IDLE, EMITTING, or EMITTING_MORE, which does not count how
 * often more work was signalled.
 */
final class SaturatingWord {
  private static final int IDLE = 0;
  private static final int EMITTING = 1;
  private static final int EMITTING_MORE = 2;

  private final PaddedInt word = new PaddedInt();

  boolean isIdle() {
    return word.get() == IDLE;
  }

  boolean tryEnter() {
    return word.get() == IDLE && word.compareAndSet(IDLE, EMITTING);
  }

  /**
   * Signals work that was published before, with a full fence in between. The caller is the owner
   * if the result is {@code true}. Nothing is written if the work was signalled already. That is
   * correct only because of this fence and the one in {@link #beginPass}.
   */
  boolean signal() {
    for (; ; ) {
      int last = word.get();
      if (last == IDLE) {
        if (word.compareAndSet(IDLE, EMITTING)) {
          return true;
        }
      } else if (last == EMITTING_MORE || word.compareAndSet(EMITTING, EMITTING_MORE)) {
        return false;
      }
    }
  }

  /** Changes EMITTING_MORE to EMITTING, before the owner looks at the list. */
  void beginPass() {
    word.getAndSet(EMITTING);
  }

  boolean hasMore() {
    return word.get() == EMITTING_MORE;
  }

  boolean tryExit() {
    return word.compareAndSet(EMITTING, IDLE);
  }
}
