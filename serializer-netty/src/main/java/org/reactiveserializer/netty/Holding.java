package org.reactiveserializer.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufHolder;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The account of one channel: how many bytes it holds of the {@link Budget}. If nothing else is said,
 * methods are for the thread of the channel.
 *
 * <p><b>Cost.</b> The budget learns of the sums at the end of a read. So a message that is delivered
 * during the read that has brought it, as most are, costs two instructions on memory of this channel.
 */
final class Holding {
  /** The objects of a message, in bytes: it counts even if it is empty. */
  static final int MESSAGE = 128;

  private final Budget budget;
  private final Runnable giveUp;

  /** Of messages whose credit has not returned. */
  private final AtomicLong messages = new AtomicLong();

  /** What the budget knows of these. */
  private final AtomicLong reported = new AtomicLong();

  private long making; // of messages in the making
  private volatile long reportedMaking;
  private long allHeld;
  private volatile long held; // a part of the messages: what goes when the channel is closed
  private volatile long leaving; // what goes soon, because it was chosen to be closed
  private volatile boolean isGivenUp;
  private volatile boolean isBlocked;
  private volatile long since; // when the message that is in the making began, in nanoseconds
  private boolean isReading;
  private boolean hasArrived; // a message, since the last report
  private boolean isDetached;

  /**
   * Creates the account of a channel.
   *
   * @param giveUp closes the channel, because it holds too much
   */
  Holding(Budget budget, Runnable giveUp) {
    this.budget = budget;
    this.giveUp = giveUp;
  }

  /** Returns how many bytes an object of the pipeline has, as far as that is known. */
  static int size(Object message) {
    if (message instanceof ByteBuf bytes) {
      return bytes.readableBytes();
    }
    return message instanceof ByteBufHolder holder ? holder.content().readableBytes() : 0;
  }

  // In the making.

  /** So many bytes are about to be decoded. Returns false if they must not be: the channel is closed, or will be. */
  boolean beginDecoding(int bytes) {
    isReading = admits(bytes);
    if (!isReading) {
      giveUp.run();
    }
    return isReading;
  }

  /** Returns whether the channel may keep so many bytes more. */
  private boolean admits(int bytes) {
    return isDetached || (!isGivenUp && budget.admits(this, bytes) && !isGivenUp); // by now
  }

  /** Bytes were decoded. They may have become more: messages have objects. */
  void endDecoding() {
    endRead();
    if (bytes() > 0 && !admits(0)) {
      giveUp.run();
    }
  }

  /** The budget learns of what has changed. */
  private void endRead() {
    isReading = false;
    long change = making - reportedMaking;
    if (making > 0 && (hasArrived || reportedMaking == 0)) {
      since = System.nanoTime();
    }
    hasArrived = false;
    if (change != 0) {
      reportedMaking = making;
      budget.addMaking(change);
    }
    report();
  }

  /** So many bytes are in the making, before they are a message. */
  void setMaking(long bytes) {
    if (!isDetached) {
      making = bytes;
    }
  }

  void addMaking(long bytes) {
    setMaking(making + bytes);
  }

  /** Nothing is in the making: it has become a message. Returns how much it was. */
  long takeMaking() {
    long bytes = making;
    making = 0;
    return bytes;
  }

  /** The stream has nothing to do with the bytes of this channel any more. */
  void detach() {
    making = 0;
    setBlocked(false);
    isDetached = true;
    endRead();
  }

  /** Whether the peer takes no answers. */
  void setBlocked(boolean now) {
    if (now != isBlocked && !isDetached) {
      isBlocked = now;
      budget.addBlocked(now ? 1 : -1);
    }
  }

  // Messages.

  /** A message of so many bytes, with its objects, has arrived. */
  void arrive(long bytes) {
    hasArrived = true;
    messages.addAndGet(bytes);
  }

  /** A message has left. By any thread. */
  void leave(long bytes, boolean isThreadOfChannel) {
    messages.addAndGet(-bytes);
    if (!isThreadOfChannel || !isReading) {
      report();
    }
  }

  /** Who changes the report last finds that it is true, or goes on. */
  private void report() {
    long now = messages.get();
    while (now != reported.get()) {
      budget.addMessages(now - reported.getAndSet(now));
      now = messages.get();
    }
  }

  /** A message is held for the channel, or, if negative, no more. One thread at a time. */
  void addHeld(long bytes) {
    allHeld += bytes;
    held = allHeld;
  }

  // For the budget, by any thread.

  /** Returns how many bytes the channel holds. */
  long bytes() {
    return reportedMaking + messages.get();
  }

  /** Returns how many of these go when it is closed. */
  long releasable() {
    return reportedMaking + held;
  }

  /** Returns for how many nanoseconds a message is in the making; 0 if none is. */
  long age(long now) {
    return reportedMaking == 0 ? 0 : Math.max(0, now - since);
  }

  boolean isBlocked() {
    return isBlocked;
  }

  boolean isGivenUp() {
    return isGivenUp;
  }

  /** The channel was chosen to be closed. By one thread. */
  void giveUp(long bytes) {
    leaving = bytes;
    isGivenUp = true;
    budget.addLeaving(bytes);
  }

  /** What was going has gone. */
  void forget() {
    long gone = leaving;
    leaving = 0;
    budget.addLeaving(-gone);
  }
}
