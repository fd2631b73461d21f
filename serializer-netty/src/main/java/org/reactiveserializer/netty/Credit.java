package org.reactiveserializer.netty;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many more messages of one channel may be in the stream, or not answered. The thread of the channel takes credit
 * and pauses; whoever answers, releases or delivers a message gives its credit back.
 *
 * <p><b>Who goes on.</b> One word has the number of messages in the stream and, while the channel's
 * thread pauses, {@link #PAUSED}. Only that thread increments the number, and not while it pauses. So
 * from then on the number only decreases, and exactly one {@link #giveBack} finds it at {@link
 * #resumeAt}; that one asks the thread to go on. If it was there or below when the thread paused, none
 * will, and the thread goes on itself. To pause and to look at the number is one instruction: nobody
 * can give back in between. When the channel's thread has ended, messages enter the stream without
 * credit, and nobody asks for it any more.
 */
final class Credit {
  private static final int PAUSED = 1 << 30;

  private final int share;
  private final AtomicInteger word = new AtomicInteger();

  Credit(int share) {
    this.share = share;
  }

  // By the thread of the channel.

  /** Returns whether one more message may enter the stream. */
  boolean isLeft() {
    return word.get() < share;
  }

  /** A message is about to enter the stream. Not while this is paused. */
  void take() {
    word.incrementAndGet();
  }

  /** The stream did not take it. */
  void untake() {
    word.decrementAndGet();
  }

  /** Returns whether a message has not given its credit back. */
  boolean isInUse() {
    return (word.get() & ~PAUSED) != 0;
  }

  boolean isPaused() {
    return word.get() >= PAUSED;
  }

  /** Begins a pause. Returns false if it is over at once, because nobody else will end it. */
  boolean pause() {
    return word.addAndGet(PAUSED) - PAUSED > resumeAt();
  }

  /** Ends the pause. */
  void resume() {
    word.addAndGet(-PAUSED);
  }

  // By any thread.

  /** A message is answered, released or, if that is enough, delivered. Returns true if the caller must ask the channel's thread to go on. */
  boolean giveBack() {
    return word.decrementAndGet() == PAUSED + resumeAt();
  }

  private int resumeAt() {
    return share / 2;
  }
}
