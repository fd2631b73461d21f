package org.reactiveserializer.netty;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many more messages of one channel may be in the stream, or not answered. The thread of the channel
 * takes credit, pauses and ends; whoever answers, releases or delivers a message gives its credit back.
 *
 * <p><b>Who goes on.</b> One word has the number of messages in the stream and, while the channel's
 * thread pauses, {@link #PAUSED}. Only that thread increments the number, and not while it pauses. So
 * from then on the number only decreases, and exactly one {@link #giveBack} finds it at {@link
 * #resumeAt}; that one asks the thread to go on. If it was there or below when the thread paused, none
 * will, and the thread goes on itself. To pause and to look at the number is one instruction: nobody
 * can give back in between. When the channel's thread has ended, messages enter the stream without
 * credit, and nobody asks for it any more.
 *
 * <p><b>Who closes.</b> In the same way the word has {@link #ENDING}. If no message is in the stream then,
 * the thread of the channel knows; otherwise the one that gives the last one back does.
 */
final class Credit {
  private static final int PAUSED = 1 << 30;
  private static final int ENDING = 1 << 29;
  private static final int NUMBER = ENDING - 1;

  private final int share;
  private final AtomicInteger word = new AtomicInteger();

  Credit(int share) {
    this.share = share;
  }

  // By the thread of the channel.

  /** Returns whether one more message may enter the stream. */
  boolean isLeft() {
    return (word.get() & ~ENDING) < share;
  }

  /** A message is about to enter the stream. Not while this is paused. */
  void take() {
    word.incrementAndGet();
  }

  /** The stream did not take it. */
  void untake() {
    word.decrementAndGet();
  }

  boolean isPaused() {
    return word.get() >= PAUSED;
  }

  /** Begins a pause. Returns false if it is over at once, because nobody else will end it. */
  boolean pause() {
    return (word.addAndGet(PAUSED) & NUMBER) > resumeAt();
  }

  /** Ends the pause. */
  void resume() {
    word.addAndGet(-PAUSED);
  }

  /** Who gives the last credit back is told so from now on. Returns false if nobody will be. Once. */
  boolean end() {
    return (word.addAndGet(ENDING) & NUMBER) > 0;
  }

  // By any thread.

  /** A message is answered, released or, if that is enough, delivered. Returns what is to be asked now. */
  int giveBack() {
    return word.decrementAndGet();
  }

  /** Returns whether who has given back must ask the channel's thread to go on. */
  boolean asksToResume(int given) {
    return (given & ~ENDING) == PAUSED + resumeAt();
  }

  /** Returns whether who has given back must ask the channel's thread to close the channel. */
  static boolean asksToClose(int given) {
    return (given & ~PAUSED) == ENDING;
  }

  /** Returns whether this ends, and no message is left. */
  boolean isOver() {
    return asksToClose(word.get());
  }

  /** Returns whether a message has not given its credit back. */
  boolean isInUse() {
    return (word.get() & NUMBER) != 0;
  }

  private int resumeAt() {
    return share / 2;
  }
}
