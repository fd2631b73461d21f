package org.reactiveserializer.benchmarks.alternatives;

/**
 * Ownership apart from the list: IDLE, EMITTING, or EMITTING_MORE, where it stays however many
 * times it is asked for more.
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
   * Announces work that was published, by a full fence between the two: the caller that is told
   * {@code true} is the owner. Nothing is written if it is announced already, which is sound only
   * because of the fence, and of the one in {@link #beginPass}.
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

  /** EMITTING_MORE → EMITTING, before the owner looks at the list. */
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
