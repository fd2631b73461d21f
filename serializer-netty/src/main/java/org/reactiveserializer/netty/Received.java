package org.reactiveserializer.netty;

import io.netty.channel.Channel;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.atomic.AtomicInteger;
import org.reactiveserializer.EmitOutcome;

/**
 * A message, the channel that it came from, and a way to answer.
 *
 * <p><b>Memory.</b> If the message is {@linkplain io.netty.util.ReferenceCounted reference-counted},
 * the subscriber owns one reference, and must {@linkplain #release release} it, or pass it on. The
 * stream releases a message that it does not deliver.
 *
 * <p><b>Credit.</b> At most {@linkplain ChannelSettings#share a share} of the messages of a channel are
 * not answered and not released. The next one comes when one of these is. So answer or release each
 * message, also a string; or let the credit return {@linkplain ChannelSettings#creditAtDelivery at the
 * delivery}.
 *
 * @param <T> the type of the message
 */
public final class Received<T> {
  /** The credit has returned. Below it the number of answers on their way. */
  private static final int SETTLED = 1 << 30;

  /** The subscriber has answered, or has released the message. */
  private static final int DONE = 1 << 29;

  private final Origin origin;
  private final T message;
  private final long bytes;
  private final AtomicInteger state;

  Received(Origin origin, T message, long bytes) {
    this.origin = origin;
    this.message = message;
    this.bytes = bytes;
    state = new AtomicInteger(origin.isCreditAtDelivery() ? SETTLED : 0);
  }

  /**
   * Returns the message.
   *
   * @return the message
   */
  public T message() {
    return message;
  }

  /**
   * Returns the channel that the message came from. It may be closed.
   *
   * @return the channel
   */
  public Channel channel() {
    return origin.channel();
  }

  /**
   * Writes an answer to the channel that the message came from, and flushes soon. Does not block. Any
   * thread may call this, any number of times. An answer whose call happens after that of another, in the
   * same thread or not, is written after it.
   *
   * <p><b>Bound.</b> Answers wait until the channel's thread has written them: if another thread emits
   * them, or while the channel is not {@linkplain Channel#isWritable writable}. For each channel {@linkplain
   * ChannelSettings#replyQueue so many} wait at most. When the channel's thread has noticed that it is not
   * writable, it reads no more from it until it is.
   *
   * <p>The credit of the message returns when its answer is written, unless it returns {@linkplain
   * ChannelSettings#creditAtDelivery earlier}. So one answer to each message, called before {@link
   * #release}, always finds room.
   *
   * <p>If the result is {@linkplain EmitOutcome#isAccepted accepted}, the reference of a
   * reference-counted answer passes to the channel, also if the channel is closed before it is
   * written. Otherwise the caller keeps it.
   *
   * <p>If the pipeline cannot write the answer, the channel is closed, and {@link
   * ChannelSettings#onChannelError} gets the error. Answers are written with a {@linkplain
   * Channel#voidPromise void promise}: an outbound handler that adds a listener must call {@code unvoid}.
   *
   * @param answer what the pipeline of the channel can write
   * @return {@link EmitOutcome#DELIVERED} if it was passed to the pipeline, which says nothing of the peer; {@link EmitOutcome#QUEUED} if
   *     it waits, for room or for the thread of the channel; {@link EmitOutcome#OVERFLOW} if too many
   *     wait; {@link EmitOutcome#CANCELLED} if the channel is closed
   */
  public EmitOutcome reply(Object answer) {
    return origin.replies().emit(answer, this);
  }

  /**
   * Releases the message, if it is reference-counted, and returns its credit, unless an answer is on its
   * way. To be called once, whatever the type of the message, if it is not answered or not passed on as
   * an answer. If an answer comes later, call this after it.
   */
  public void release() {
    finish(0);
    ReferenceCountUtil.release(message);
  }

  /** The subscriber has got this. */
  void delivered() {
    if (origin.isCreditAtDelivery()) {
      origin.returnCredit(bytes);
    }
  }

  // Answers on their way. By any thread.

  void beginAnswer() {
    state.incrementAndGet();
  }

  /** An answer is not taken, and the message may still be answered. */
  void refuseAnswer() {
    if (state.decrementAndGet() == DONE) { // it was released meanwhile
      finish(0);
    }
  }

  /** An answer is written, or never will be. */
  void endAnswer() {
    finish(1);
    origin.answered();
  }

  /** The subscriber has done what it will do, of which so many answers were on their way until now. */
  private void finish(int answers) {
    int before;
    int after;
    do {
      before = state.get();
      after = (before - answers) | DONE;
      if (after == DONE) {
        after = SETTLED | DONE;
      }
    } while (!state.compareAndSet(before, after));
    if (before < SETTLED && after >= SETTLED) {
      origin.returnCredit(bytes);
    }
  }

  /** The subscriber does not get this. */
  void discard() {
    origin.returnBytes(bytes);
    ReferenceCountUtil.safeRelease(message);
  }

  /** Returns how many bytes this costs the budget. */
  long bytes() {
    return bytes;
  }

  /** Names the channel, and not the message, which may be secret, or released. */
  @Override
  public String toString() {
    return "a message from " + channel().remoteAddress();
  }
}
